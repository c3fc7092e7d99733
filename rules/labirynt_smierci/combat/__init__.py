"""Combat [9], with spells in fights [10], the monsters' powers [15] and the Black Gate [16]."""
