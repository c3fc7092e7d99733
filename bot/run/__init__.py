"""The command line, and the processes that start, supervise, check and stop the bot."""
