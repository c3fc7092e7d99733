"""A Seeker: what it is worth and has, how it is hurt and healed, and its death [3, 8]."""
