"""Search: what a release says as documents, their index, and what fits the words of a question best."""
