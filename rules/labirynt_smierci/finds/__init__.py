"""Chapter 13: what features bring to light."""
