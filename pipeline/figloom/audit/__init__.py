"""The second path: a dataset's answers, drawings and claims found again from its shards alone.

Nothing here imports what made them; a test asserts it. Where both paths are wrong in the same way,
it is because both read the same words in `types`.
"""
