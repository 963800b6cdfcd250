"""Questions about charts: recognise, read, compare, look at the whole, calculate, point."""

FAMILY = "charts"
