"""Records become a dataset; a dataset becomes other formats: one exporter a file."""
