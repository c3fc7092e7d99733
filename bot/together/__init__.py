"""What a table decides together, and who has a say: votes, ballots, consent, the game master's office."""
