"""The numbered migrations of the SQLite database; they run in order at start."""
