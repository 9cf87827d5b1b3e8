"""What changed between two releases: the records, the answers to the golden questions, the version step."""
