"""The README and docs: what they name is there, what they tell one to type is understood, the film is of today."""
