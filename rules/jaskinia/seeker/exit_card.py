"""The public exit card: all that a visit has changed, line by line, for who writes it down outside [9]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.events.beside import (
    ExitCrystal,
    ExitGained,
    ExitGone,
    ExitLeft,
    ExitNothing,
    ExitNumber,
    ExitSpells,
    ExitSpirits,
    ExitTrials,
    ExitTrophies,
    ExitTurns,
    ExitValue,
    VisitEnded,
)
from rules.jaskinia.model import Game, Note, Seeker, Visitor
from rules.jaskinia.names import is_own
from rules.kernel.requests import Seat
from rules.kernel.table import Event, Table
from rules.kernel.words import Term, Word

BEATEN = ("won", "traded", "spirit")
AWAY = ("used", "lies", "taken")
"""How cards go."""


def end_visit(table: Table, game: Game, one: Seeker, place: Word) -> None:
    """The exit card is posted, whether the guest goes or is dead."""
    guest = game.visitor(one)
    assert guest is not None
    head = VisitEnded(one.seat, one.name, Word(f"exitfrom.{guest.came}"), place, one.at)
    for line in (head, *changes(game, one, guest)):
        table.tell(line)


def die_outside(game: Game, seat: Seat) -> None:
    """The seat has no Seeker any more; whether it gets another one is for the table to say [6.3]."""
    assert game.beside is not None
    game.beside.visitors.pop(seat, None)
    game.beside.dead.append(seat)
    game.beside.unasked.append(seat)


def changes(game: Game, one: Seeker, guest: Visitor) -> list[Event]:
    """The lines between how it came in and how it is now; what is as it was is left out."""
    before = guest.before or one
    lines = [
        *_values(one, before, guest.notes),
        *_numbers(one, before),
        *_things(game, one, before, guest.notes),
        *_trophies(game, before, guest.notes),
        *_spells(one, before, guest.notes),
        *_crystal(game, one),
        *([ExitTurns(one.lost, one.slow)] if one.lost or one.slow else []),
        *_left_behind(game, guest.notes),
    ]
    return lines or [ExitNothing()]


def _values(one: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    for stat in ("strength", "power"):
        was, now = getattr(before, stat), getattr(one, stat)
        if was != now:
            causes = dict.fromkeys(note.of for note in notes if note.what == stat)
            yield ExitValue(Word(f"cavestat.{stat}"), was, now, tuple(causes))


def _numbers(one: Seeker, before: Seeker) -> Iterator[Event]:
    for what in ("endurance", "level", "gold"):
        was, now = getattr(before, what), getattr(one, what)
        if was != now:
            yield ExitNumber(Word(f"exit.{what}"), was, now)


def _things(game: Game, one: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    was, now = (Counter([*who.items, *who.followers]) for who in (before, one))
    for card in (now - was).elements():
        if card != game.tables.cards.goal:
            yield ExitGained(card_word(card), Word(f"cavetype.{game.card(card).type}"), _text(card))
    for card in (was - now).elements():
        how = [note for note in notes if note.what in AWAY and note.of == card]
        last = how[-1] if how else Note("used")
        pile = "cave" if last.what == "used" and not is_own(card) else last.what
        yield ExitGone(card_word(card), Word(f"exitway.{pile}"), last.where)


def _text(card: str) -> Word:
    """What it does: the Cave's cards are ours, so it has to be written down."""
    return Word("exit.own" if is_own(card) else f"note.cavecard.{card}")


def _trophies(game: Game, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    won, traded, spirits = ([str(note.of) for note in notes if note.what == what] for what in BEATEN)
    for what, cards in (("brought", before.trophies), ("won", won), ("traded", traded)):
        if cards and (won or traded):
            yield ExitTrophies(Word(f"exit.{what}"), _named(cards), tuple(game.card(card).strength for card in cards))
    if spirits:
        yield ExitSpirits(_named(spirits), tuple(game.card(card).power for card in spirits))


def _named(cards: Sequence[str]) -> tuple[Term, ...]:
    return tuple(map(card_word, cards))


def _spells(one: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    cast = tuple(note.of for note in notes if note.what == "cast")
    if cast or len(before.spells) != len(one.spells):
        yield ExitSpells(len(before.spells), len(one.spells), cast)


def _crystal(game: Game, one: Seeker) -> Iterator[Event]:
    goal = game.card(game.tables.cards.goal)
    if goal.id in one.items:
        yield ExitCrystal(card_word(goal.id), " / ".join(text for text in (goal.text_pl, goal.text_en) if text))
    if one.trials:
        yield ExitTrials(tuple(Word(f"cavetrial.{trial}") for trial in one.trials))


def _left_behind(game: Game, notes: Sequence[Note]) -> Iterator[Event]:
    """What it laid down, as far as it lies there still."""
    there = {at: Counter(cards) for at, cards in game.lying.items()}
    left: list[str] = []
    for note in notes:
        if note.what == "lies" and there.get(str(note.where), Counter())[str(note.of)] > 0:
            there[str(note.where)][str(note.of)] -= 1
            left.append(str(note.of))
    if left:
        yield ExitLeft(_named(left))
