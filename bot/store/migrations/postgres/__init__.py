"""The same steps for PostgreSQL, which begin where they stood when it came."""
