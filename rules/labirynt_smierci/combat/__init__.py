"""Chapter 9: combat; with the spells of a fight [10], the monsters' powers [15], the Black Gate [16]."""
