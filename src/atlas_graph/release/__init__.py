"""A release as a file: its bytes, its checksums, and what is wrong with one that does not hold together."""
