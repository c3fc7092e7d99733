"""Table files as groups write them: reading, checks between rows, and a report of all faults."""
