"""What the types of the Spells cannot say: what each does can be done in its window, to its target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.checks_effects import OF_SPELLS, OTHERS_BARS, Bars, Known, operations, tag
from rules.jaskinia.tables.sheets import AT_SEEKERS
from rules.kernel.checks import Fault, among, ascending, plain_keys

if TYPE_CHECKING:  # the tables call these checks
    from rules.jaskinia.tables import sheets as s

OWN_TURN_BARS: Bars = (*OF_SPELLS, *OTHERS_BARS, e.MoveTo)
"""What cannot happen to a Seeker that a Spell hits anywhere on the board."""
LOWEST_POWER = 1


class Use(msgspec.Struct, frozen=True):
    """What a Spell of some window can do, and at what it is aimed then."""

    op: e.Effect
    target: str


USES: Mapping[str, tuple[Use, ...]] = {
    "before_fight": (
        Use(e.Evade(), "one_opponent"),
        Use(e.FightBonus(stat="strength", n=1), "self"),
    ),
    "before_psychic": (
        Use(e.Evade(), "one_opponent"),
        Use(e.FightBonus(stat="power", n=1), "self"),
    ),
    "gate": (Use(e.OpenGate(), "gate"),),
    "instead_of_move": (Use(e.MoveTo(to="choice_zone"), "area_same_zone"),),
    "when_spell_cast": (Use(e.CancelSpell(), "spell"),),
}
"""The one thing that a Spell of a window does [7.3]; one for the own turn does what it likes to a Seeker."""


def faults(sheet: s.Spells, known: Known) -> Iterator[Fault]:
    """All that is wrong with the Spells, and with how many may be held."""
    yield from _limit(sheet)
    yield from plain_keys("spell[{}].id", [spell.id for spell in sheet.spell])
    for n, spell in enumerate(sheet.spell):
        if not spell.set_aside:
            yield from _spell(f"spell[{n}]", spell, known)


def _limit(sheet: s.Spells) -> Iterator[Fault]:
    powers = [power for power, _ in sheet.limit]
    if not powers or powers[0] > LOWEST_POWER:
        yield "limit", f"a first row from Power {LOWEST_POWER} on"
    yield from ascending("limit[{}]", powers)


def _spell(key: str, spell: s.Spell, known: Known) -> Iterator[Fault]:
    if not spell.do:
        yield f"{key}.do", "what it does"
    elif spell.window in USES:
        yield from _single(key, spell)
    else:
        yield from among(f"{key}.target", [spell.target], AT_SEEKERS)
        yield from operations(f"{key}.do", spell.do, known, OWN_TURN_BARS, for_all=False)


def _single(key: str, spell: s.Spell) -> Iterator[Fault]:
    """It does the one thing for which its window is there."""
    op, *more = spell.do
    fitting = [use for use in USES[spell.window] if _alike(use.op, op)]
    if more or not fitting:
        yield f"{key}.do", f"just {' or '.join(_called(use.op) for use in USES[spell.window])} for {spell.window!r}"
    elif spell.target != fitting[0].target:
        yield f"{key}.target", f"{fitting[0].target!r} for {_called(op)}, got {spell.target!r}"


def _alike(one: e.Effect, other: e.Effect) -> bool:
    """The same but for how much."""
    if isinstance(one, e.FightBonus) and isinstance(other, e.FightBonus):
        one = msgspec.structs.replace(one, n=other.n)
    return one == other


def _called(op: e.Effect) -> str:
    about = {"stat": op.stat} if isinstance(op, e.FightBonus) else {"to": op.to} if isinstance(op, e.MoveTo) else {}
    return " ".join([tag(op), *about.values()])
