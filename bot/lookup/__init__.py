"""Look-ups in the games' tables, for all front ends: reads typed words, finds the entry and words the answer."""
