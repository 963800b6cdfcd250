"""Released benchmarks as their authors' files have them: one reader a file, found by its name."""
