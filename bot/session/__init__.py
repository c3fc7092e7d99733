"""One actor per table: questions, answers and their storage."""
