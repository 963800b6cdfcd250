"""What draws charts: the plug-in, looks, the Matplotlib sheet and the ECharts page."""
