"""The games' tables in words, for every door: what is typed, which of it is meant, and what is found."""
