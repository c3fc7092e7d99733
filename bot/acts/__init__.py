"""What people do to a table: sit down, vote, rule, take back, go away, carry a game elsewhere."""
