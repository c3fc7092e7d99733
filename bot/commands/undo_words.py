"""Places to go back to, in words: whose answer to what stands there, and all that would be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.narrator import Narrator, Said
from bot.prompts import words
from bot.prompts.places import part_of
from bot.prompts.scene import Scene
from bot.store import Page
from bot.turns import NOBODY
from bot.undoing import Point, by_chance, is_roll, is_ruling
from rules.kernel.advance import Position, advance
from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.corrections import AGAIN, HOUSE, offered
from rules.kernel.errors import Diverged, Refused
from rules.kernel.requests import GM, Everyone


def label(scene: Scene, narrator: Narrator, one: Point, *, master: bool) -> Said:
    """A place in one line, with how far back it is; ``master``: for the eyes of the game master."""
    return narrator.say("undo.point", back=one.steps, place=place(scene, narrator, one, master=master))


def place(scene: Scene, narrator: Narrator, one: Point, *, master: bool) -> Said:
    """Whose answer stands there, and in which stage."""
    what = deed(scene, narrator, one, master=master)
    return narrator.say("undo.place", who=one.answer.answer.seat, what=what, stage=one.answer.stage)


def deed(scene: Scene, narrator: Narrator, one: Point, *, master: bool) -> Said:
    """What was answered there, or set right; what is not for everybody's eyes is not said."""
    try:
        return _deed(scene, narrator, one, master)
    except (Diverged, Refused):  # the rules of today ask something else there
        return narrator.say("undo.answer")


def _deed(scene: Scene, narrator: Narrator, one: Point, master: bool) -> Said:
    row = one.answer.answer
    if is_ruling(one.answer):
        return _ruling(scene, narrator, one, master)
    if is_roll(one.answer):
        return narrator.say("undo.dice", pips=tuple(row.value))
    waiting = _there(scene, one.page).waiting
    if waiting is None or (isinstance(waiting, Everyone) and waiting.secret and not master):
        return narrator.say("undo.answer")
    return words.described(narrator, part_of(waiting, row.seat), row.value, row.seat)


def _ruling(scene: Scene, narrator: Narrator, one: Point, master: bool) -> Said:
    what, answer, whispered, *_ = one.answer.answer.value
    if what in (AGAIN, HOUSE):
        return narrator.say(f"undo.{what}")
    if whispered and not master:
        return narrator.say("undo.ruling")
    offers = offered(scene.rules, _there(scene, one.page).state)
    taken: Value = [what] if answer is None else [what, answer]
    return words.described(narrator, offers, taken, GM)


def _there(scene: Scene, page: Page) -> Position[object]:
    """Where the table stood at the end of a page; a die that is not in it does not fall."""
    return advance(scene.rules, page.snapshot, [row.answer for row in page.answers], Scripted({}))


def lost(scene: Scene, one: Point) -> Iterator[str]:
    """All that is taken back by going there, a line for each kind."""
    narrator = scene.narrator
    people = [row for row in one.lost if row.user_id != NOBODY and not is_ruling(row) and not is_roll(row)]
    if people:
        names = [narrator.say("undo.of", who=seat, number=number) for seat, number in _by_seat(one)]
        yield narrator.say("undo.lost.answers", names=Said(narrator.listed(names)))
    rolls = sum(is_roll(row) for row in one.lost)
    draws = sum(by_chance(row) for row in one.lost) - rolls
    stages = scene.standing.address.stage - one.answer.stage
    rulings = sum(is_ruling(row) for row in one.lost)
    for kind, number in (("rolls", rolls), ("draws", draws), ("stages", stages), ("rulings", rulings)):
        if number:
            yield narrator.say(f"undo.lost.{kind}", number=number)


def _by_seat(one: Point) -> list[tuple[str, int]]:
    rows = [row for row in one.lost if row.user_id != NOBODY and not is_ruling(row) and not is_roll(row)]
    return list(Counter(row.answer.seat for row in rows).items())
