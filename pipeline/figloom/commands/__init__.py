"""Commands that put the rooms of the evaluator together: one file each."""
