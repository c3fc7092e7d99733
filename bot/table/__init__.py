"""A table as plain data: its record, seats, settings, votes and times. Nothing here is stored, posted or awaited."""
