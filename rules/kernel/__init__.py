"""What all games share; knows none of them."""
