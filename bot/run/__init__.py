"""What starts, watches, checks and stops the bot; command lines."""
