"""Questions about flowcharts: verify, extract, locate, reason, summarise."""

FAMILY = "flows"
