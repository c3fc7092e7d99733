"""Words in Polish and English for the facts of the games, from gettext catalogues."""
