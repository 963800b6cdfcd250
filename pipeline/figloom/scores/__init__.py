"""From single verdicts to the figures of a dataset or of a published reply file."""
