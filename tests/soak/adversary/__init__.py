"""Ten minutes with somebody who wishes the bot ill: what they do (`mischiefs`), who plays meanwhile, who judges."""
