"""Taking back and setting right."""
