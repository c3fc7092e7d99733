"""The party [4.1, 5, 9, 12]: its members, abilities, belongings and learning; ranks, wounds and deaths."""
