"""The set-up, the choice of a way, leaving the labyrinth, and victory [4, 5 A, 17]."""
