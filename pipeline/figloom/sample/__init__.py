"""Facts become smaller facts: one sampler a file."""
