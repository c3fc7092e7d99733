"""Words that are meant for Discord on a terminal: in bold and italics, or without any."""

from __future__ import annotations

import re

from bot.run.terminal import printable

BOLD, FAINT, ITALIC, PLAIN = "\033[1m", "\033[2m", "\033[3m", "\033[0m"
_MARKED = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*\n]+)\*|`(?P<code>[^`\n]+)`")
FRAME = "```"
SMALL = "-# "


def typeset(said: str, *, styled: bool) -> str:
    """What a terminal shows of it; ``styled``: with signs for bold, italic and faint letters."""
    return "\n".join(_line(printable(line), styled) for line in said.splitlines() if line != FRAME)


def _line(line: str, styled: bool) -> str:
    small = line.startswith(SMALL)
    words = _MARKED.sub(lambda found: _marked(found, styled), line.removeprefix(SMALL))
    return f"{FAINT}{words}{PLAIN}" if small and styled else words


def _marked(found: re.Match[str], styled: bool) -> str:
    sign = ITALIC if found["italic"] else BOLD
    words = found["bold"] or found["italic"] or found["code"]
    return f"{sign}{words}{PLAIN}" if styled else words
