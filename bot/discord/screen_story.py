"""The story above an open question: its lines weighed, merged, and fitted into the room of a telephone's screen.

The whole story stands in ``/story`` and in the message once it has ended.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import asdict

from bot.bounded import Bounded
from bot.discord.prompts import story
from bot.discord.prompts.layout import SMALL, lines_of
from bot.discord.prompts.open_question import Scene
from bot.games.weights import ALWAYS_TOLD, GREAT, ROUTINE
from bot.table.authority import in_person_seats, present_seats
from bot.table.records import OutboxRow
from bot.table.seat_names import voice_at
from bot.words.narrator import Narrator, Said, fold
from rules.kernel.events import DecidedUnasked, Event
from rules.kernel.requests import GM

RESULT, LEAST = 7, 4
"""Lines on a phone for the newest result at most and at least; the heaviest events stay even beyond them."""
FOR_GREAT = 4
"""Further lines that only great events fill, where there is room."""
RULED = 12
"""Lines for what a game master has ruled."""
PRIVATE = 6
"""Lines that a private message below takes."""
WORD = re.compile(r"\w+")
ITEM = "- "
"""The beginning of a line that belongs to the list above it."""
OLD, DICE, OLD_GREAT = 8, 7, 5
"""When lines of earlier answers, dice, and heavy lines of earlier answers are left out, among the weights."""

_told = Bounded[Hashable, tuple[OutboxRow, Sequence[story.Line]]](500)


class Weighed(NamedTuple):
    """A line that may stand on the screen, with the events that it tells.

    ``weight``: of its heaviest event. ``is_new``: of the newest answer. ``caused``: by a person, not by a computer.
    ``is_dice``: the dice of the line above it. ``lift``: by how much it ranks before others of its weight.
    """

    text: str
    weight: int = ROUTINE
    events: tuple[Event, ...] = ()
    is_new: bool = True
    caused: bool = True
    is_dice: bool = False
    lift: int = 0

    @property
    def rank(self) -> int:
        """The order in which lines are left out, the highest first."""
        if self.is_dice:
            return DICE
        if self.is_new:
            return self.weight - self.lift
        return OLD_GREAT if self.weight <= ALWAYS_TOLD else OLD


def words_of(scene: Scene, line: story.Line) -> str:
    """Return a line without its dice unless it has nothing else; a great event is bold."""
    return _emphasize(line.words, line.event is not None and scene.face.is_great(line.event)) or line.dice


def _emphasize(words: str, great: bool) -> str:
    return f"**{words.replace('**', '')}**" if great else words


def lines_of_row(scene: Scene, row: OutboxRow, *, struck: bool) -> Sequence[story.Line]:
    """Return the public lines of a story, the answer that led to it above them; ``struck``: it was undone."""
    # A message tells its stories again with each answer; who reads them may have another name by then.
    record, names = scene.record, scene.narrator.names.items()
    key = (row.game_id, row.id, struck, record.locale, *names, in_person_seats(record), scene.sitters)
    kept = _told.get(key)
    if kept is None or kept[0] != row:
        kept = _told[key] = row, [*_lines_of_row(scene, row, struck)]
    return kept[1]


def _lines_of_row(scene: Scene, row: OutboxRow, struck: bool) -> Iterable[story.Line]:
    narrator = voice_at(scene.narrator, scene.sitters, row.at)
    lines = story.told_lines(narrator, row.told, row.address)
    if row.lead and row.by is not None:
        by_hand = row.by[0] in in_person_seats(scene.standing.record)
        key = "story.lead_in_person" if by_hand else "story.lead"
        if lines and lines[0].words and says_no_more(lines[0].words, row.lead):
            lines[0] = lines[0]._replace(words=narrator.say(key, who=row.by[0], what=Said(lines[0].words)))
        else:
            lines.insert(0, story.Line(narrator.say(key, who=row.by[0], what=Said(row.lead)), "", None))
    return (story.Line(f"~~{line.words or line.dice}~~", "", None) if struck and line.whole else line for line in lines)


def says_no_more(line: str, lead: str) -> bool:
    """Whether a line has no word beyond the answer above it, and so replaces it."""
    return set(WORD.findall(fold(line))) <= set(WORD.findall(fold(lead)))


def told_on_screen(
    scene: Scene,
    before: Sequence[OutboxRow],
    new: Sequence[OutboxRow],
    undone: Collection[int] = (),
    below: Sequence[str] = (),
    room: int = RULED,
) -> str:
    """Return the story above an open question in the order of events, as many phone lines as there is room for.

    ``before``: the stories of earlier answers in the same message. ``below``: lines that follow. ``room``: the lines
    for which the screen has room, both together. Lines are merged before any is left out: those of the newest answer
    only if they have no room.
    """
    lines = weigh(scene, before, new, undone)
    is_ruled = any(row.by is None and row.address.epoch > 1 for row in new)
    room = max(LEAST, room - sum(lines_of(line) for line in below))
    great = max(RESULT + 3, min(RESULT + FOR_GREAT, room))
    light = RULED if is_ruled else min(RESULT, max(LEAST, room - PRIVATE * _is_told_privately(new)))
    rooms = light, great - light
    kept, gone = fit(scene.narrator, lines, *rooms)
    if any(not line.is_dice for line in gone):
        tight = any(line.is_new and not line.is_dice for line in gone)
        as_told = [line for line in lines if line.is_new and not tight]
        merged = merge(scene.narrator, lines[: len(lines) - len(as_told)])
        kept, gone = fit(scene.narrator, [*merged, *as_told], *rooms)
    return "\n".join(text for text in (sum_up(scene.narrator, gone), *(line.text for line in kept), *below) if text)


def _is_told_privately(rows: Sequence[OutboxRow]) -> bool:
    """Whether the person who gave the answer is told of it privately, too, below the question."""
    facts = [(fact, row.by) for row in rows for fact in row.told]
    return any(isinstance(fact.event, DecidedUnasked) or (by and by[0] in (fact.to or ())) for fact, by in facts)


def weigh(
    scene: Scene, before: Sequence[OutboxRow], new: Sequence[OutboxRow], undone: Collection[int] = ()
) -> list[Weighed]:
    """Return the public lines of these stories, weighed by the table of the game; dice of ``new`` are small lines."""
    people, weighed = (*present_seats(scene.standing.record), GM), list[Weighed]()
    for nth, row in enumerate((*before, *new)):
        is_new = nth >= len(before)
        caused = row.by is None or row.by[0] in people
        for line in lines_of_row(scene, row, struck=row.id in undone):
            is_note = not is_new and isinstance(line.event, DecidedUnasked)
            weight = ROUTINE if not line.event or is_note else scene.face.weight(line.event)
            weighed.append(Weighed(words_of(scene, line), weight, (line.event,) if line.event else (), is_new, caused))
            if is_new and line.words and line.dice:
                weighed.append(Weighed(f"{SMALL}{line.dice}", weight, (), is_new, caused, is_dice=True))
    if all(line.caused for line in weighed if line.is_new):
        return weighed
    # Beside computers' events one's own are heavier than they are.
    return [line._replace(lift=int(line.is_new and line.caused and GREAT < line.weight < ROUTINE)) for line in weighed]


def merge(narrator: Narrator, lines: Iterable[Weighed]) -> list[Weighed]:
    """Return fewer lines that tell the same.

    Equal lines become one with their number, without dice. Events that have the same words for several of them
    (``together.CLASS``, with ``.each`` for one of them) become one line, and so does a heading with its list.
    """
    groups, kind = dict[object, list[Weighed]](), object()
    for line in lines:
        if not line.is_dice and not line.text.startswith(ITEM):
            key = _together(*line.events[:1])
            told = narrator.template(key) if narrator.has_words(f"{key}.each") else line.text
            kind = (line.is_new, line.caused, told)
        groups.setdefault(kind, []).append(line)
    return [line for group in groups.values() for line in _merge_group(narrator, group)]


def _together(event: Event | None = None) -> str:
    return f"together.{type(event).__name__}"


def _merge_group(narrator: Narrator, group: Sequence[Weighed]) -> Sequence[Weighed]:
    lines = [line for line in group if not line.is_dice]
    first, events = lines[0], tuple(event for line in lines for event in line.events)
    if len(lines) == 1:
        return group
    if len({line.text for line in lines}) == 1:
        return [first._replace(text=f"{first.text} ×{len(lines)}", events=events)]
    if not events:
        return group
    facts = [asdict(event) for event in events]
    each = [narrator.first_known(f"{_together(event)}.each", **own) for event, own in zip(events, facts, strict=True)]
    text = narrator.first_known(_together(events[0]), **facts[0] | {"what": Said(" · ".join(each))})
    weight = min(line.weight for line in lines)
    return [first._replace(text=_emphasize(text, weight <= GREAT), weight=weight, events=events)] if text else group


def fit(
    narrator: Narrator, lines: Sequence[Weighed], room: int, for_great: int = 0
) -> tuple[list[Weighed], list[Weighed]]:
    """Return the lines that fit into so many phone lines, below the line that sums up the others, and the others.

    The lightest go first; of equal weight what computers did, then what happened earlier. New lines of the weights up
    to ``ALWAYS_TOLD`` stay in any case, those up to ``GREAT`` if they fit into ``for_great`` lines more.
    """
    kept, gone = list(lines), list[Weighed]()
    height = sum(lines_of(line.text) for line in lines)
    light = [line for line in lines if line.rank > ALWAYS_TOLD]
    for lightest in sorted(light, key=lambda line: (-line.rank, line.caused)):
        most = room + (for_great if lightest.rank <= GREAT else 0)
        if height <= most and height + lines_of(sum_up(narrator, gone)) <= most:
            break
        height -= lines_of(lightest.text)
        kept.remove(lightest)
        gone.append(lightest)
    return kept, gone


def sum_up(narrator: Narrator, left_out: Iterable[Weighed]) -> str:
    """Return the line that says what was left out and where it stands; '' if that are only dice."""
    lines = [line for line in left_out if not line.is_dice]
    if not lines:
        return ""
    sums = story.sums(narrator, [event for line in lines for event in line.events])
    what = sums or narrator.count_in_words(len(lines), "prompt.lines")
    return narrator.say("prompt.folded", what=Said(what), command=narrator.say("command.story.name"))
