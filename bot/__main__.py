"""``python -m bot``: the command ``labirynt``."""

from bot.cli import main

main()
