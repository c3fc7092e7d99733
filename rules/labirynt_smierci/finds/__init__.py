"""Features of rooms [13]: fountains, statues, altars, furniture, trap doors, mirrors."""
