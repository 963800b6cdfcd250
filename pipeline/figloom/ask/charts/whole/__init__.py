"""Kinds of statement on many marks at once: a `Kind` in any module here, found by walking it."""
