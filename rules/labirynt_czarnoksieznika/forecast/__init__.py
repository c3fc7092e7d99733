"""What everybody can work out without asking or throwing: scores and odds of a clash, stakes, what Encounters bring."""
