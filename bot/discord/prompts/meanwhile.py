"""Summaries of what happened at a table, for people who were away or who join a running game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import astuple

from bot.discord.prompts import story
from bot.discord.prompts.open_question import Scene
from bot.games.weights import GREAT, ROUTINE
from bot.table.authority import seats_of
from bot.table.records import OutboxRow
from bot.table.seat_names import voice_at
from bot.words.narrator import Said
from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Word

AWAY = 6 * 3600.0
"""Seconds without an answer after which a person is told what they missed."""
MOST = 3
"""Maximum number of lines on important events, and on one's own characters."""
INTRODUCED = 5
"""Maximum number of lines for a person who joins a running game."""


def meanwhile(scene: Scene, rows: Sequence[OutboxRow], seats: Collection[Seat], head: str = "meanwhile") -> list[str]:
    """Return totals of what happened, then at most three lines on ``seats``, then three on the heaviest events.

    Of equal weight the newest are told; routine is not. ``rows``: the stories since the person's last action; no
    stories give no lines. ``head``: the key of the heading.
    """
    told = [
        line
        for row in rows
        for line in story.told_lines(voice_at(scene.narrator, scene.sitters, row.at), row.told, row.address)
    ]
    events = [line.event for line in told if line.event]
    if not events:
        return []
    lines = [(scene.face.weight(line.event), line.event, line.words) for line in told if line.event and line.words]
    # Neither the table's own news nor warnings.
    weighed = [each for each in lines if each[0] > GREAT or scene.face.is_great(each[1])]
    own = _names(scene, seats)
    mine = [each for each in weighed if each[0] < ROUTINE and _concerns(scene, each[1], own)]
    others = [each for each in weighed if each[0] <= GREAT and each not in mine]
    sums = story.sums(scene.narrator, events)
    said = scene.narrator.say(f"{head}.sums", what=sums) if sums else scene.narrator.say(f"{head}.head")
    return [said, *(f"- {words}" for some in (mine, others) for words in _heaviest(some))]


def _heaviest(weighed: Sequence[tuple[int, Event, str]]) -> list[str]:
    """Return the words of the heaviest events, of equal weight the newest, in the order in which they were told."""
    last = sorted(range(len(weighed)), key=lambda nth: (weighed[nth][0], -nth))[:MOST]
    return [weighed[nth][2] for nth in sorted(last)]


def introduction(scene: Scene, rows: Sequence[OutboxRow], user_id: int) -> list[str]:
    """Return five lines for a person who joins a running game: their characters, the state of the game, what happened.

    ``rows``: the stories of the whole game.
    """
    if scene.state is None:
        return []
    record, narrator = scene.record, scene.narrator
    own = seats_of(record, user_id)
    free = [seat.seat for seat in record.seats if not (seat.user_id or seat.computer)]
    who = [_with_characters(scene, seat) for seat in own or free]
    lines = scene.face.course(narrator, scene.weighed)[:1]
    if who:
        lines.insert(0, narrator.say("introduction.you" if own else "introduction.free", who=narrator.join_words(who)))
    head, *happened = meanwhile(scene, rows, own, "introduction") or [""]
    return [*lines, head, *happened[len(lines) + 1 - INTRODUCED :]]


def _with_characters(scene: Scene, seat: Seat) -> Said:
    narrator = scene.narrator
    shown = scene.face.characters(narrator, scene.view)
    names = [narrator.term(character.name) for character in shown if character.seat == seat]
    return Said(f"**{narrator.seat(seat)}**" + (f" ({narrator.join_words(names)})" if names else ""))


def is_over_a_round(scene: Scene, rows: Sequence[OutboxRow]) -> bool:
    """Whether at least as many stages ended as there are seats; a shorter story is still visible above the question."""
    ended = {row.address.stage for row in rows if row.address.step == 0}
    return len(ended) >= len(scene.record.seats)


def _names(scene: Scene, seats: Collection[Seat]) -> set[str]:
    shown = scene.face.characters(scene.narrator, scene.view)
    return {character.name for character in shown if character.seat in seats} | set(seats)


def _concerns(scene: Scene, event: Event, names: Collection[str]) -> bool:
    """Whether an event names one of these; a word without words of its own, such as a mood, is no name."""
    plain = scene.plain
    terms = _terms(astuple(event))
    return any(
        str(plain.term(term)) in names for term in terms if not isinstance(term, Word) or plain.has_words(term.key)
    )


def _terms(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from _terms(value)
        elif isinstance(value, str) or hasattr(value, "key"):
            yield value
