"""Knowledge graphs drawn as maps: a layout, a look, and a gate that keeps only legible pictures."""
