"""What a game master reads besides what all read: notes, and what each seat hides."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.prompts import waiting
from bot.discord.prompts.controls import CONTENT
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.words import question
from bot.table.records import Note
from bot.words.clip import clip
from bot.words.narrator import Said


def asked_in_words(scene: Scene) -> Said:
    """What is being asked of whom, with what is hidden from the others."""
    narrator = scene.narrator
    return narrator.say("status.asked", question=question(narrator, scene.waiting), names=waiting.names(scene))


def hidden_things(scene: Scene) -> Iterator[str]:
    """What each seat hides from the others, in a game where they have such things."""
    narrator, now = scene.narrator, scene.standing
    for one in now.record.seats if now.state is not None else ():
        if own := scene.face.mine(narrator, scene.rules.view(now.state, one.seat)):
            yield f"{narrator.say('gm.see.hidden', who=one.seat)}\n{own}"


def note_lines(notes: list[Note]) -> Iterator[str]:
    """Each note with its moment, which Discord shows in the reader's own time."""
    for note in notes:
        yield f"- <t:{round(note.at)}:f> {note.text}"


def newest(lines: list[str]) -> str:
    """As many of the last lines as fit into a message."""
    while len(lines) > 1 and len("\n".join(lines)) > CONTENT:
        lines = lines[1:]
    return clip("\n".join(lines), CONTENT)
