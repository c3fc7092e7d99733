"""A game taken along: copies, what is checked before one is believed, the proof of the dice."""
