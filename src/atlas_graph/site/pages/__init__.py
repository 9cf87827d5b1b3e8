"""What stands on each kind of page, and its address."""
