"""The report of some runs: one page that stands alone, and tables for papers."""
