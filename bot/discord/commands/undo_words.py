"""Undo points in words: the answer at each point, and everything that would be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from msgspec import Struct

from bot.acts.undo import Return
from bot.acts.undo_points import Point, dice_of, is_chance, is_ruling, is_silent, points_of_rows
from bot.discord.prompts import words
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.question_path import part_of
from bot.session.history import is_roll
from bot.session.transaction import NOBODY
from bot.store.units import Logged, Page
from bot.table.authority import in_person_seats
from bot.table.records import Sitter
from bot.table.seat_names import voice_at
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.advance import Position, advance
from rules.kernel.answers import Value, is_secret
from rules.kernel.chance import Scripted
from rules.kernel.corrections import AGAIN, HOUSE, rulable
from rules.kernel.errors import Diverged, Refused
from rules.kernel.requests import GM

MOST_NAMED = 6
"""Maximum number of answers described in a preview; further ones are only counted."""
LONGEST_NAMED = 200
"""Maximum characters of such a line."""


class Reader(Struct, frozen=True):
    """The reader of an undo text: everybody by default; a person sees their secret answers, a game master all."""

    user_id: int = 0
    master: bool = False

    def may_read(self, row: Logged) -> bool:
        """Whether this reader may see an answer even if it is secret."""
        return self.master or (row.user_id != NOBODY and row.user_id == self.user_id)


def label(scene: Scene, narrator: Narrator, point: Point, reader: Reader, sitters: Sequence[Sitter] = ()) -> Said:
    """Return an undo point in one line, with its number of steps."""
    return narrator.say("undo.point", back=point.steps, place=place_in_words(scene, narrator, point, reader, sitters))


def steps_before_fight(scene: Scene, points: Sequence[Point]) -> int:
    """Return how many answers back the last fight had not begun; 0 if none of these points is before a fight."""
    fought = getattr(scene.state, "fight", None) is not None
    for point in points:
        with suppress(Diverged):
            fights = getattr(_position_after(scene, point.page).state, "fight", None) is not None
            if fought and not fights:
                return point.steps
            fought = fights
    return 0


def place_in_words(
    scene: Scene, narrator: Narrator, point: Point, reader: Reader, sitters: Sequence[Sitter] = ()
) -> Said:
    """Return the stage, the answer and its player's name at that time."""
    then = voice_at(narrator, sitters, point.answer.at)
    what = answer_in_words(scene, then, point, reader)
    who = said_by(scene, then, point.answer)
    return then.say("undo.place", who=who, what=what, stage=point.answer.stage)


def said_by(scene: Scene, narrator: Narrator, row: Logged) -> Said:
    """Return who gave an answer; a game master may have answered for a player, and does so for all at a real table."""
    seat, record = row.answer.seat, scene.record
    if seat in in_person_seats(record):
        return narrator.seat(seat)
    own = {each_seat.seat: each_seat.user_id for each_seat in record.seats}
    in_place = record.gm_id and row.user_id == record.gm_id != own.get(seat, row.user_id)
    return narrator.say("undo.in_place", who=seat) if in_place else narrator.seat(seat)


def answer_in_words(scene: Scene, narrator: Narrator, point: Point, reader: Reader) -> Said:
    """Return an answer or ruling in words, without what the reader may not see."""
    try:
        return _answer_in_words(scene, narrator, point, reader)
    except (Diverged, Refused):  # the rules of today ask something else there
        return narrator.say("undo.answer")


def _answer_in_words(scene: Scene, narrator: Narrator, point: Point, reader: Reader) -> Said:
    row = point.answer.answer
    if is_ruling(point.answer):
        return _ruling_in_words(scene, narrator, point, reader)
    if is_roll(point.answer):
        rolled = dice_of(point.answer)
        what = narrator.first_known(f"dice.{rolled.why}")
        return narrator.say("undo.dice.of" if what else "undo.dice", pips=rolled.pips, what=what)
    waiting = _position_after(scene, point.page).waiting
    if not waiting:
        return narrator.say("undo.answer")
    openly, part = not reader.may_read(point.answer), part_of(waiting, row.seat)
    if openly and is_secret(part, row.value, row.seat):
        return narrator.say("undo.answer")
    return words.answer_in_words(narrator, part, row.value, row.seat, openly=openly)


def _ruling_in_words(scene: Scene, narrator: Narrator, point: Point, reader: Reader) -> Said:
    what, answer, whispered, *_ = point.answer.answer.value
    if what in (AGAIN, HOUSE):
        return narrator.say(f"undo.{what}")
    if whispered and not reader.master:
        return narrator.say("undo.ruling")
    offers = rulable(scene.rules, _position_after(scene, point.page).state, now=True)
    taken: Value = [what] if answer is None else [what, answer]
    return words.answer_in_words(narrator, offers, taken, GM, openly=not reader.master)


def undo_lines(scene: Scene, point: Point, sitters: Sequence[Sitter], reader: Reader) -> list[str]:
    """Return what an undo to this point takes back."""
    there = place_in_words(scene, scene.narrator, point, reader, sitters)
    return [
        scene.narrator.say("undo.preview", place=there),
        *_named_lost_lines(scene, point.lost, point.answer.stage, sitters, reader, point.pages),
    ]


def return_lines(scene: Scene, back: Return, sitters: Sequence[Sitter]) -> list[str]:
    """Return what a redo brings back."""
    stage = back.undone.tip.stage
    lines = _named_lost_lines(scene, back.lost, stage, sitters, Reader(), back.pages)
    return [scene.narrator.say("redo.preview"), *lines]


def _position_after(scene: Scene, page: Page) -> Position[object]:
    answers = [row.answer for row in page.answers]
    return scene.narrator.once(page, "position", lambda: advance(scene.rules, page.snapshot, answers, Scripted({})))


def _named_lost_lines(
    scene: Scene,
    rows: Sequence[Logged],
    stage: int,
    sitters: Sequence[Sitter],
    reader: Reader,
    pages: Sequence[Page],
) -> Iterator[str]:
    """Yield ``lost_lines`` with the first answers and rulings in words; ``pages``: the whole log of their stages."""
    rows = [row for row in rows if reader.master or not is_silent(row)]
    told = (point for point in points_of_rows(pages, rows) if not is_roll(point.answer))
    named = list(islice(told, MOST_NAMED))
    for point in named:
        yield clip(f"- {place_in_words(scene, scene.narrator, point, reader, sitters)}", LONGEST_NAMED)
    known = [point.answer for point in named]
    yield from lost_lines(scene, [row for row in rows if row not in known], stage, sitters, more=bool(named))


def lost_lines(
    scene: Scene, rows: Sequence[Logged], stage: int, sitters: Sequence[Sitter] = (), *, more: bool = False
) -> Iterator[str]:
    """Yield a line for each kind of these undone or redone rows; ``more``: other answers have been described before."""
    narrator = scene.narrator
    people = [row for row in rows if row.user_id != NOBODY and not is_ruling(row) and not is_roll(row)]
    if people:
        by = Counter(said_by(scene, voice_at(narrator, sitters, row.at), row) for row in people)
        names = [narrator.say("undo.of", who=who, number=number) for who, number in by.items()]
        yield narrator.say("undo.lost.more" if more else "undo.lost.answers", names=Said(narrator.join_words(names)))
    rolls = sum(is_roll(row) for row in rows)
    draws = sum(is_chance(row) for row in rows) - rolls
    stages = abs(scene.address.stage - stage)
    rulings = sum(is_ruling(row) for row in rows)
    for kind, number in (("rolls", rolls), ("draws", draws), ("stages", stages), ("rulings", rulings)):
        if number:
            yield narrator.say(f"undo.lost.{kind}", number=number)
