"""The migrations for PostgreSQL; they begin with the version at which support for PostgreSQL was added."""
