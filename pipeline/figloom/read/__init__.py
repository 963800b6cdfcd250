"""A source becomes facts: one reader a file."""
