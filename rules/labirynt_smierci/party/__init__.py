"""The party: its members and what they can do, carry and learn; their ranks, wounds and deaths [4.1, 5, 9, 12]."""
