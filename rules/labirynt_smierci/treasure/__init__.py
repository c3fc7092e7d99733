"""Chapter 14: what is found, worn, drunk and shared."""
