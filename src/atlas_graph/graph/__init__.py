"""The atlas in memory and what it answers. Imports nothing heavy: see ``tests/contract/test_core.py``."""
