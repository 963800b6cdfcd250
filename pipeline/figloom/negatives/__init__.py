"""What makes the false answers of maps hard and fair; docs/negatives.md tells how and why."""
