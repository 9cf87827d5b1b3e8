"""Tests of the tidy tables."""
