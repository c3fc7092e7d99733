"""Characters: abilities that cost a Find, wounds, death and awakening [7.1, 8.6–8.10, 10]."""
