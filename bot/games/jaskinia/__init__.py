"""How Jaskinia shows itself."""
