"""The chronicle and the last words of a table."""
