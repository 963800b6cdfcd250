"""Structures of flowcharts: each file makes the facts of one kind of chart."""
