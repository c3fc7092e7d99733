"""Polish and English for facts, out of the catalogues."""
