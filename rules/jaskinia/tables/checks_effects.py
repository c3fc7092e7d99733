"""What the types of the operations cannot say: dice tables that are complete, cards that exist, choices that stay open.

An operation is barred where the rules could not carry it out: what only a Spell does from everything else, and what
only happens to the Seeker at turn from whatever may hit the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables import sheets as s
from rules.jaskinia.tables.sheets import Alignment, ModName
from rules.kernel.checks import DIE, Fault, among, once_each, unique

Bars = tuple[type[e.Operation], ...]

HELD = ("item", "magic_item", "follower")
"""Types of cards that a Seeker can have."""
OF_SPELLS: Bars = (e.Evade, e.FightBonus, e.OpenGate, e.CancelSpell)
AREA_BARS: Bars = (*OF_SPELLS, e.DiscardThis)
CARD_BARS: Bars = (*OF_SPELLS, e.DrawCards)
"""A card that lies there would be resolved again if the area were explored again while it is at work."""
ENEMY_BARS: Bars = (*AREA_BARS, e.DrawCards)
OTHERS_BARS: Bars = (e.Fight, e.Psychic, e.DrawCards, e.DiscardThis)
"""What cannot happen to a Seeker that is not at turn."""
LABELS = (
    "buy_spell",
    "buy_power",
    "buy_strength",
    "buy_healing",
    "pawn_item",
    "fight_gladiator",
    "pay_gladiator",
    "follow_guide",
    "leave",
)
"""The ways to choose from that have words."""
MODS = get_args(ModName)


class Known(msgspec.Struct, frozen=True):
    """What operations may refer to. ``held``: cards that a Seeker can have; ``seekers``: all there are."""

    held: tuple[str, ...]
    seekers: tuple[str, ...]

    @classmethod
    def of(cls, cards: s.Cards, seekers: s.Seekers) -> Known:
        """What there is in these tables."""
        held = tuple(card.id for card in cards.card if card.type in HELD and not card.set_aside)
        return cls(held, tuple(one.id for one in seekers.seeker))


def operations(key: str, do: e.Do, known: Known, barred: Bars, *, for_all: bool = True) -> Iterator[Fault]:
    """All that is wrong with a list of operations; ``for_all``: one of them may be for everybody."""
    for n, op in enumerate(do):
        yield from _operation(f"{key}[{n}]", op, known, barred, for_all)


def _operation(key: str, op: e.Effect, known: Known, barred: Bars, for_all: bool) -> Iterator[Fault]:
    everybody = op.who == "all"
    if everybody and not for_all:
        yield f"{key}.who", "'self': it is done to everybody, or to whom a Spell hits, already"
    bars = (*barred, *OTHERS_BARS) if everybody else barred
    if isinstance(op, bars):
        yield f"{key}.op", f"an operation that can be carried out there, got {tag(op)!r}"
    if op.unless:
        yield from condition(f"{key}.unless", op.unless, known)
    yield from _own(key, op, known)
    for part, do in _parts(op):
        yield from operations(f"{key}.{part}", do, known, bars, for_all=for_all and not everybody)


def tag(op: e.Operation) -> str:
    """What an operation is called in the files."""
    return str(op.__struct_config__.tag)


def _parts(op: e.Effect) -> Iterator[tuple[str, e.Do]]:
    """The lists of operations within an operation."""
    match op:
        case e.RollTable():
            yield from ((f"table.{faces}", do) for faces, do in op.table.items())
        case e.Test():
            yield from (("pass", op.passed), ("fail", op.fail))
        case e.Fight() | e.Psychic():
            yield from (("win", op.win), ("lose", op.lose))
        case e.If():
            yield from (("then", op.then), ("else", op.otherwise))
        case e.ChooseWay():
            yield from ((f"options[{n}].do", way.do) for n, way in enumerate(op.options))


def _own(key: str, op: e.Effect, known: Known) -> Iterator[Fault]:
    """What is wrong with an operation itself."""
    match op:
        case e.Gold(n=0):
            yield f"{key}.n", "more or less than 0"
        case e.RollTable():
            yield from _roll(key, op)
        case e.If():
            yield from condition(f"{key}.cond", op.cond, known)
        case e.ChooseWay():
            yield from _ways(f"{key}.options", op.options)


def _roll(key: str, op: e.RollTable) -> Iterator[Fault]:
    faces = [face for written in op.table for face in e.faces_of(written)]
    yield from once_each(f"{key}.table", faces, f"{key}.table", DIE)
    if op.mod:
        yield from among(f"{key}.mod", [op.mod], MODS)


def _ways(key: str, ways: tuple[e.Way, ...]) -> Iterator[Fault]:
    """One of them can be picked by anybody."""
    yield from unique(f"{key}[{{}}].label", [way.label for way in ways])
    for n, way in enumerate(ways):
        yield from among(f"{key}[{n}].label", [way.label], LABELS)
    if all(way.cost_gold or way.cost_item for way in ways):
        yield key, "at least one way without a price"


def condition(key: str, written: str, known: Known) -> Iterator[Fault]:
    """What is wrong with a condition."""
    what, _, about = written.partition(":")
    kinds = {"align": get_args(Alignment), "seeker": known.seekers, "has": known.held, "ability": MODS}
    names = kinds.get(what)
    if names is None:
        yield key, "a condition: align:, seeker:, has: or ability:, and what"
    else:
        yield from among(key, [about], names)
