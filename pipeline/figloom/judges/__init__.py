"""A second model reads what no rule can: rubrics, votes, and how far it agrees with people."""
