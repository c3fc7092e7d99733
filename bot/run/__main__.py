"""``python -m bot.run``: the command ``labirynt``."""

from bot.run.cli import main

main()
