"""The games: pure Python without clock, network, database or chance of its own."""
