"""Where a move ends: Encounters, cards, Chambers, and the trials in the Crystal Chamber [5, 9, 10]."""
