"""Facts become edited facts, from which the answer follows: one modifier a file."""
