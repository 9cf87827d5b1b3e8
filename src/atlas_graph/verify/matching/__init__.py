"""Where a quote stands in a document, and what stands there instead: the rooms behind ``verify.match``."""
