"""Parts of the report: each makes tables and drawings of some runs, or None where it has none."""
