"""Facts and a style become a picture."""
