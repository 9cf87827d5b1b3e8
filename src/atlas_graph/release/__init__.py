"""Releases: writing one, comparing two, and what is published with them."""
