"""Asking a model every sample of a dataset, once each, and what is kept of it."""
