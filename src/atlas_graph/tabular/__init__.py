"""The release as tidy tables: one row a record, foreign keys as columns, lists as JSON; as CSV, Parquet and SQLite."""
