"""The end of a move: Encounters, cards, Chambers, and the trials in the Crystal Chamber [5, 9, 10]."""
