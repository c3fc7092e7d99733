"""What is asked in a channel, as its messages show it: by which controls, and of whom."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.discord.prompts.components import CustomId, read
from bot.discord.question_controls import VERBS
from bot.playground.wire import JSON, walk
from bot.playground.world import Posted
from tests.bot.told_in_channel import lines_of

ALREADY = "liczy się pierwsza"
"""What whoever presses again is told."""


def controls_of(components: list[JSON], kind: int | None = None) -> Iterator[CustomId]:
    """Yield the live controls that answer a question; ``kind``: only these components."""
    for _, part in walk(components):
        control = read(part.get("custom_id", ""))
        if control is not None and control.verb in VERBS and not part.get("disabled") and kind in (None, part["type"]):
            yield control


def asked_by(prompt: Posted) -> list[str]:
    """Return the ids of those whom a message calls; empty: any one of the party may answer."""
    return re.findall(r"<@(\d+)>", "\n".join(lines_of(prompt)))
