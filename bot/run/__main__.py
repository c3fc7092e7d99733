"""``python -m bot.run``: the command ``labirynt``."""

from bot.run.entry import main

main()
