"""A table over days: its customs, when it is looked at, who is away, whom it waits for."""
