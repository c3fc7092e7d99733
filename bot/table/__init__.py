"""Tables as plain data: record, seats, settings, votes and times, without storage or I/O."""
