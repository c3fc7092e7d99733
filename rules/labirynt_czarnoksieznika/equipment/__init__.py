"""Finds and equipment: the bag, Backpacks, scrolls, the Glove of Doom [5, 7, 10]."""
