"""A question and a reply become a verdict: one metric a file."""
