"""What people do to a table: seating, votes, rulings, undo, absence, export and import."""
