"""Views of a table: each file turns columns into one shape of facts."""
