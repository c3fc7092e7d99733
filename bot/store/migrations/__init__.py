"""The numbered steps that bring a database up to date; they run at start, in order."""
