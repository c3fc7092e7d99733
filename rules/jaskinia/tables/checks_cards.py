"""Checks of cards, Spells and operations beyond their types: needed fields, and operations that can be carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables import sheets as s
from rules.jaskinia.tables.sheets import AT_SEEKERS, Alignment, Deck
from rules.kernel.tables import DIE, Fault
from rules.tables.checks import (
    Kinds,
    ascending_values,
    covers_all,
    each_row,
    fault,
    known_names,
    needs,
    only_if,
    refers_to,
    unique,
    values_at,
    within,
)

Bars = tuple[type[e.Operation], ...]

HELD = ("item", "magic_item", "follower")
"""Types of cards that a Seeker can have."""
OF_SPELLS: Bars = (e.Evade, e.FightBonus, e.OpenGate, e.CancelSpell)
AREA_BARS: Bars = (*OF_SPELLS, e.DiscardThis)
CARD_BARS: Bars = (*OF_SPELLS, e.DrawCards)
"""A card that draws cards would be resolved again, as it lies on the area that is explored."""
ENEMY_BARS: Bars = (*AREA_BARS, e.DrawCards)
OTHERS_BARS: Bars = (e.Fight, e.Psychic, e.DrawCards, e.DiscardThis)
"""Operations that cannot affect a Seeker out of turn."""
MODS = get_args(e.ModName)


class Known(Struct, frozen=True):
    """The ids that operations may refer to. ``held``: cards that a Seeker can have."""

    held: tuple[str, ...]
    seekers: tuple[str, ...]

    @classmethod
    def of(cls, cards: s.Cards, seekers: s.Seekers) -> Known:
        """Return the ids in these tables."""
        held = tuple(card.id for card in cards.card if card.type in HELD and not card.set_aside)
        return cls(held, tuple(seeker_sheet.id for seeker_sheet in seekers.seeker))


def operations(do: e.Do, known: Known, barred: Bars, *, for_all: bool = True) -> Iterator[Fault]:
    """Yield the faults of a list of operations; ``for_all``: an operation may affect all Seekers."""
    for n, op in enumerate(do):
        yield from within(f"[{n}]", _operation_faults(op, known, barred, for_all))


def _operation_faults(op: e.Effect, known: Known, barred: Bars, for_all: bool) -> Iterator[Fault]:
    everybody = op.who == "all"
    if everybody and not for_all:
        yield fault("who_self", "who", "'self': it is done to everybody, or to whom a Spell hits, already")
    bars = (*barred, *OTHERS_BARS) if everybody else barred
    if isinstance(op, bars):
        yield fault("operation", "op", "an operation that can be carried out there, got {tag!r}", tag=tag(op))
    if op.unless:
        yield from condition("unless", op.unless, known)
    yield from _operation_value_faults(op, known)
    for part, do in _nested_operation_lists(op):
        yield from within(part, operations(do, known, bars, for_all=for_all and not everybody))


def tag(op: e.Operation) -> str:
    """Return the name of an operation in the files."""
    return str(op.__struct_config__.tag)


def _nested_operation_lists(op: e.Effect) -> Iterator[tuple[str, e.Do]]:
    """Yield the lists of operations within an operation, each with its key."""
    match op:
        case e.RollTable():
            yield from ((f"table.{faces}", do) for faces, do in op.table.items())
        case e.ChooseWay():
            yield from values_at(op, "options[].do")
        case _:
            lists = [(field.encode_name, getattr(op, field.name)) for field in fields(op)]
            yield from ((name, do) for name, do in lists if isinstance(do, tuple))


def _operation_value_faults(op: e.Effect, known: Known) -> Iterator[Fault]:
    match op:
        case e.Gold(n=0):
            yield fault("not_zero", "n", "more or less than 0")
        case e.RollTable():
            faces = [("table", face) for written in op.table for face in e.faces_of(written)]
            yield from covers_all(faces, "table", DIE)
        case e.If():
            yield from condition("cond", op.cond, known)
        case e.ChooseWay():
            yield from unique(op, "options[].label")
            # A Seeker without gold and Items needs a way, too.
            if all(way.cost_gold or way.cost_item for way in op.options):
                yield fault("free_way", "options", "at least one way without a price")
        case _:
            pass


def condition(key: str, written: str, known: Known) -> Iterator[Fault]:
    """Yield the faults of a condition."""
    what, _, about = written.partition(":")
    kinds = {"align": get_args(Alignment), "seeker": known.seekers, "has": known.held, "ability": MODS}
    names = kinds.get(what)
    if names is None:
        yield fault("condition", key, "a condition: align:, seeker:, has: or ability:, and what")
    else:
        yield from known_names([(key, about)], names)


ORDER: Mapping[str, int] = {
    "event": 1,
    "animal": 2,
    "monster": 2,
    "spirit": 3,
    "stranger": 4,
    "gold": 5,
    "item": 5,
    "magic_item": 5,
    "follower": 5,
    "place": 6,
    "goal": 0,
    "removed": 0,
}
"""The place of each type among cards resolved together [5.6]."""
LIVING = ("animal", "monster")
ENEMIES = (*LIVING, "spirit")
CARRIED = ("item", "magic_item")
MET = ("stranger", "place")
NEEDED: Mapping[str, Kinds] = {"strength": LIVING, "power": ("spirit",), "gold": ("gold",), "do": ("event", *MET)}
"""The fields that cards of these types need, and no others may have."""
ALLOWED: Mapping[str, Kinds] = {
    **NEEDED,
    "weapon": CARRIED,
    "stays": MET,
    "mods": (*CARRIED, "follower"),
    "barred": (*CARRIED, "follower"),
    "on_win": ENEMIES,
    "on_lose": ENEMIES,
    "lose_instead": ENEMIES,
}
"""The fields that only cards of these types may have."""
OUT_OF_PLAY = ("goal", "removed")


def card_faults(sheet: s.Cards, known: Known) -> Iterator[Fault]:
    """Yield the faults of both decks."""
    yield from unique(sheet, "card[].id")
    for deck in get_args(Deck):
        if not any(card.deck == deck and not card.set_aside for card in sheet.card):
            yield fault("deck_card", "card", "at least one card in the deck {deck!r}", deck=deck)
    yield from each_row(sheet, "card", _faults_of_card, known)


def _faults_of_card(card: s.Card, known: Known) -> Iterator[Fault]:
    order, kind = ORDER[card.type], card.type
    if card.order != order:
        template = "{order} for the type {type!r}, got {order_2}"
        yield fault("card_order", "order", template, order=order, type=kind, order_2=card.order)
    if kind in OUT_OF_PLAY and not card.set_aside:
        yield fault("in_no_deck", "set_aside", "true for the type {type!r}: it is in no deck", type=kind)
    yield from needs(card, kind, NEEDED)
    yield from only_if(card, kind, ALLOWED)
    yield from each_row(card, "mods", mod_faults, kind in CARRIED)
    yield from unique(card, "barred[]")
    for key, name in values_at(card, "barred[]"):
        yield from condition(key, name, known)
    yield from within("do", operations(card.do, known, CARD_BARS))
    yield from within("on_win", operations(card.on_win, known, ENEMY_BARS))
    yield from within("on_lose", operations(card.on_lose, known, ENEMY_BARS))
    for key, op in values_at(card, "lose_instead[]"):
        if not (isinstance(op, e.Gold) and op.n < 0 and op.who == "self" and not op.unless):
            template = "gold below 0: what else an enemy would take cannot be paid in full"
            yield fault("lost_gold", key, template)


# Mods of Items, Followers and abilities ------------------------------------------------------------------------

# fmt: off
MOD_FIELDS: Mapping[str, Kinds] = {
    "n": (
        "strength", "power", "gate", "carry", "spell_limit", "heal_on_kill", "gold_bonus", "spirit_gold",
        "item_to_gold", "wealth_bonus", "map_need", "temple_bonus",
    ),
    "faces": ("save", "evade", "steal"),
    "types": ("evade",),
    "type": ("heal_on_kill",),
    "max_endurance": ("devour",),
}
# fmt: on
"""The mods that need each field; no others have it [12]."""
WHEN: Mapping[str, tuple[str, ...]] = {
    "strength": ("always", "fight", "fight_animal"),
    "power": ("always", "psychic", "psychic_spirit"),
}
"""The values of ``when`` that mods of Strength and Power may have."""


def mod_faults(mod: s.Mod, of_item: bool = False) -> Iterator[Fault]:
    """Yield the faults of a mod; only Items may save Endurance [6.2]."""
    yield from needs(mod, mod.mod, MOD_FIELDS)
    yield from only_if(mod, mod.mod, MOD_FIELDS)
    yield from refers_to(mod, "when", WHEN.get(mod.mod, ("always",)))
    yield from unique(mod, "faces[]")
    yield from unique(mod, "types[]")
    if mod.mod == "save" and not of_item:
        yield fault("only_items_save", "mod", "another mod than 'save': only Items save")


# Spells --------------------------------------------------------------------------------------------------------

OWN_TURN_BARS: Bars = (*OF_SPELLS, *OTHERS_BARS, e.MoveTo)
"""Operations that a Spell cannot carry out on a Seeker elsewhere on the board."""
LOWEST_POWER = 1


USES: Mapping[str, tuple[tuple[e.Effect, str], ...]] = {
    "before_fight": (
        (e.Evade(), "one_opponent"),
        (e.FightBonus(stat="strength", n=1), "self"),
    ),
    "before_psychic": (
        (e.Evade(), "one_opponent"),
        (e.FightBonus(stat="power", n=1), "self"),
    ),
    "gate": ((e.OpenGate(), "gate"),),
    "instead_of_move": ((e.MoveTo(to="choice_zone"), "area_same_zone"),),
    "when_spell_cast": ((e.CancelSpell(), "spell"),),
}
"""The effects of Spells of a window, each with its target [7.3]; Spells of the own turn may have any effect."""


def spell_faults(sheet: s.Spells, known: Known) -> Iterator[Fault]:
    """Yield the faults of the Spells and of the limit of Spells held."""
    if not sheet.limit or sheet.limit[0][0] > LOWEST_POWER:
        template = "a first row from Power {lowest_power} on"
        yield fault("first_limit", "limit", template, lowest_power=LOWEST_POWER)
    yield from ascending_values([(f"limit[{n}]", power) for n, (power, _) in enumerate(sheet.limit)])
    yield from unique(sheet, "spell[].id")
    yield from each_row(sheet, "spell", _faults_of_spell, known)


def _faults_of_spell(spell: s.Spell, known: Known) -> Iterator[Fault]:
    if spell.set_aside:
        return
    if not spell.do:
        yield fault("spell_effect", "do", "what it does")
    elif spell.window in USES:
        yield from _window_spell_faults(spell)
    elif spell.target not in AT_SEEKERS:
        yield from refers_to(spell, "target", AT_SEEKERS)
    else:
        yield from within("do", operations(spell.do, known, OWN_TURN_BARS, for_all=False))


def _window_spell_faults(spell: s.Spell) -> Iterator[Fault]:
    """Check that the Spell has the one effect that its window is for."""
    op, *more = spell.do
    uses, name = USES[spell.window], _operation_name(op)
    fitting = [target for effect, target in uses if _is_same_but_amount(effect, op)]
    if more or not fitting:
        allowed = " or ".join(_operation_name(effect) for effect, _ in uses)
        yield fault("window_effect", "do", "just {allowed} for {window!r}", allowed=allowed, window=spell.window)
    elif spell.target not in fitting:
        template = "{target!r} for {operation}, got {target_2!r}"
        yield fault("window_target", "target", template, target=fitting[0], operation=name, target_2=spell.target)


def _is_same_but_amount(effect: e.Effect, other: e.Effect) -> bool:
    """Whether two effects differ at most in the amount of a fight bonus."""
    if isinstance(effect, e.FightBonus) and isinstance(other, e.FightBonus):
        effect = replace(effect, n=other.n)
    return effect == other


def _operation_name(op: e.Effect) -> str:
    about = {"stat": op.stat} if isinstance(op, e.FightBonus) else {"to": op.to} if isinstance(op, e.MoveTo) else {}
    return " ".join([tag(op), *about.values()])
