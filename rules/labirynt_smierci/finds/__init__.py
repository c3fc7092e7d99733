"""Chapter 13: what rooms with features hold: fountains, statues, altars, furniture, trap doors, mirrors."""
