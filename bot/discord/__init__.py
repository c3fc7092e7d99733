"""The Discord side of the bot: receives interactions, posts messages and runs the clock."""
