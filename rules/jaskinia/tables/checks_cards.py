"""What the types of cards, Spells and operations cannot say: each has what its type needs, and can do what it
says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec

from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables import sheets as s
from rules.jaskinia.tables.sheets import AT_SEEKERS, Alignment, Deck, ModName
from rules.kernel.errors import expected
from rules.kernel.tables import DIE, Fault, among, ascending, once_each, plain_keys, unique

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
        return cls(held, tuple(seeker_sheet.id for seeker_sheet in seekers.seeker))


def operations(key: str, do: e.Do, known: Known, barred: Bars, *, for_all: bool = True) -> Iterator[Fault]:
    """All that is wrong with a list of operations; ``for_all``: one of them may be for everybody."""
    for n, op in enumerate(do):
        yield from _operation_faults(f"{key}[{n}]", op, known, barred, for_all)


def _operation_faults(key: str, op: e.Effect, known: Known, barred: Bars, for_all: bool) -> Iterator[Fault]:
    everybody = op.who == "all"
    if everybody and not for_all:
        yield f"{key}.who", expected("who_self", "'self': it is done to everybody, or to whom a Spell hits, already")
    bars = (*barred, *OTHERS_BARS) if everybody else barred
    if isinstance(op, bars):
        yield f"{key}.op", expected("operation", "an operation that can be carried out there, got {tag!r}", tag=tag(op))
    if op.unless:
        yield from condition(f"{key}.unless", op.unless, known)
    yield from _operation_value_faults(key, op, known)
    for part, do in _nested_operation_lists(op):
        yield from operations(f"{key}.{part}", do, known, bars, for_all=for_all and not everybody)


def tag(op: e.Operation) -> str:
    """What an operation is called in the files."""
    return str(op.__struct_config__.tag)


def _nested_operation_lists(op: e.Effect) -> Iterator[tuple[str, e.Do]]:
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


def _operation_value_faults(key: str, op: e.Effect, known: Known) -> Iterator[Fault]:
    """What is wrong with an operation itself."""
    match op:
        case e.Gold(n=0):
            yield f"{key}.n", expected("not_zero", "more or less than 0")
        case e.RollTable():
            faces = [face for written in op.table for face in e.faces_of(written)]
            yield from once_each(f"{key}.table", faces, f"{key}.table", DIE)
            if op.mod:
                yield from among(f"{key}.mod", [op.mod], MODS)
        case e.If():
            yield from condition(f"{key}.cond", op.cond, known)
        case e.ChooseWay():
            yield from _way_faults(f"{key}.options", op.options)


def _way_faults(key: str, ways: tuple[e.ChoiceWay, ...]) -> Iterator[Fault]:
    """One of them can be picked by anybody."""
    yield from unique(f"{key}[{{}}].label", [way.label for way in ways])
    for n, way in enumerate(ways):
        yield from among(f"{key}[{n}].label", [way.label], LABELS)
    if all(way.cost_gold or way.cost_item for way in ways):
        yield key, expected("free_way", "at least one way without a price")


def condition(key: str, written: str, known: Known) -> Iterator[Fault]:
    """What is wrong with a condition."""
    what, _, about = written.partition(":")
    kinds = {"align": get_args(Alignment), "seeker": known.seekers, "has": known.held, "ability": MODS}
    names = kinds.get(what)
    if names is None:
        yield key, expected("condition", "a condition: align:, seeker:, has: or ability:, and what")
    else:
        yield from among(key, [about], names)


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
"""When cards of each type are resolved [5.6]."""
LIVING = ("animal", "monster")
ENEMIES = (*LIVING, "spirit")
CARRIED = ("item", "magic_item")
MET = ("stranger", "place")
NEEDED: Mapping[str, tuple[str, ...]] = {
    "strength": LIVING,
    "power": ("spirit",),
    "gold": ("gold",),
    "do": ("event", *MET),
}
"""What cards of some types need, and no others may have."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "weapon": CARRIED,
    "stays": MET,
    "mods": (*CARRIED, "follower"),
    "barred": (*CARRIED, "follower"),
    "on_win": ENEMIES,
    "on_lose": ENEMIES,
    "lose_instead": ENEMIES,
}
"""What cards of these types may have, and no others."""
OUT_OF_PLAY = ("goal", "removed")


def card_faults(sheet: s.Cards, known: Known) -> Iterator[Fault]:
    """All that is wrong with both decks."""
    yield from plain_keys("card[{}].id", [card.id for card in sheet.card])
    for deck in get_args(Deck):
        if not any(card.deck == deck and not card.set_aside for card in sheet.card):
            yield "card", expected("deck_card", "at least one card in the deck {deck!r}", deck=deck)
    for n, card in enumerate(sheet.card):
        yield from _card_field_faults(f"card[{n}]", card)
        yield from _card_effect_faults(f"card[{n}]", card, known)


def _card_field_faults(key: str, card: s.Card) -> Iterator[Fault]:
    """Its fields fit its type."""
    if card.order != ORDER[card.type]:
        yield (
            f"{key}.order",
            expected(
                "card_order",
                "{order} for the type {type!r}, got {order_2}",
                order=ORDER[card.type],
                type=card.type,
                order_2=card.order,
            ),
        )
    if card.type in OUT_OF_PLAY and not card.set_aside:
        yield f"{key}.set_aside", expected("in_no_deck", "true for the type {type!r}: it is in no deck", type=card.type)
    for name, types in NEEDED.items():
        if card.type in types and not getattr(card, name):
            yield f"{key}.{name}", expected("field_for_type", "{name} for the type {type!r}", name=name, type=card.type)
    for name, types in {**NEEDED, **ALLOWED}.items():
        if card.type not in types and getattr(card, name):
            yield (
                f"{key}.{name}",
                expected("no_field_for_type", "no {name} for the type {type!r}", name=name, type=card.type),
            )


def _card_effect_faults(key: str, card: s.Card, known: Known) -> Iterator[Fault]:
    """What it changes or does can be carried out."""
    yield from every_mod(f"{key}.mods", card.mods, of_item=card.type in CARRIED)
    yield from unique(f"{key}.barred[{{}}]", card.barred)
    for n, name in enumerate(card.barred):
        yield from condition(f"{key}.barred[{n}]", name, known)
    yield from operations(f"{key}.do", card.do, known, CARD_BARS)
    yield from operations(f"{key}.on_win", card.on_win, known, ENEMY_BARS)
    yield from operations(f"{key}.on_lose", card.on_lose, known, ENEMY_BARS)
    for n, op in enumerate(card.lose_instead):
        if not (isinstance(op, e.Gold) and op.n < 0 and op.who == "self" and not op.unless):
            yield (
                f"{key}.lose_instead[{n}]",
                expected("lost_gold", "gold below 0: what else an enemy would take cannot be paid in full"),
            )


# Mods of Items, Followers and abilities: each has just what it needs -------------------------------------------

NEEDS: Mapping[str, tuple[str, ...]] = {
    "strength": ("n", "when"),
    "power": ("n", "when"),
    "save": ("faces",),
    "evade": ("faces", "types"),
    "gate": ("n",),
    "gate_auto": (),
    "free_turn": (),
    "carry": ("n",),
    "spell_limit": ("n",),
    "no_spells": (),
    "psychic_attack": (),
    "arena_friend": (),
    "devour": ("max_endurance",),
    "heal_on_kill": ("n", "type"),
    "gold_bonus": ("n",),
    "spirit_gold": ("n",),
    "reroll_duel": (),
    "steal": ("faces",),
    "item_to_gold": ("n",),
    "wealth_bonus": ("n",),
    "map_need": ("n",),
    "temple_bonus": ("n",),
}
"""What each mod needs; it has nothing else [12]."""
WHEN: Mapping[str, tuple[str, ...]] = {
    "strength": ("always", "fight", "fight_animal"),
    "power": ("always", "psychic", "psychic_spirit"),
}
"""When Strength and Power can count."""
FIELDS = ("n", "when", "faces", "types", "type", "max_endurance")


def every_mod(key: str, mods: Sequence[s.Mod], *, of_item: bool = False) -> Iterator[Fault]:
    """All that is wrong with the mods of a card; only those of Items save the Endurance [6.2]."""
    for n, mod in enumerate(mods):
        yield from _mod_faults(f"{key}[{n}]", mod)
        if mod.mod == "save" and not of_item:
            yield f"{key}[{n}].mod", expected("only_items_save", "another mod than 'save': only Items save")


def _mod_faults(key: str, mod: s.Mod) -> Iterator[Fault]:
    for name in FIELDS:
        given = getattr(mod, name) not in (0, "", (), "always")
        if name in NEEDS[mod.mod] and name != "when" and not given:
            yield (
                f"{key}.{name}",
                expected("field_for_mod", "{name} for {mod!r}: without it it does nothing", name=name, mod=mod.mod),
            )
        if name not in NEEDS[mod.mod] and given:
            yield f"{key}.{name}", expected("no_field_for_mod", "no {name} for {mod!r}", name=name, mod=mod.mod)
    if mod.mod in WHEN:
        yield from among(f"{key}.when", [mod.when], WHEN[mod.mod])
    yield from unique(f"{key}.faces", mod.faces)
    yield from unique(f"{key}.types", mod.types)


# Spells: what each does can be done in its window, to its target -----------------------------------------------

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


def spell_faults(sheet: s.Spells, known: Known) -> Iterator[Fault]:
    """All that is wrong with the Spells, and with how many may be held."""
    powers = [power for power, _ in sheet.limit]
    if not powers or powers[0] > LOWEST_POWER:
        yield "limit", expected("first_limit", "a first row from Power {lowest_power} on", lowest_power=LOWEST_POWER)
    yield from ascending("limit[{}]", powers)
    yield from plain_keys("spell[{}].id", [spell.id for spell in sheet.spell])
    for n, spell in enumerate(sheet.spell):
        if not spell.set_aside:
            yield from _faults_of_spell(f"spell[{n}]", spell, known)


def _faults_of_spell(key: str, spell: s.Spell, known: Known) -> Iterator[Fault]:
    if not spell.do:
        yield f"{key}.do", expected("spell_effect", "what it does")
    elif spell.window in USES:
        yield from _window_spell_faults(key, spell)
    elif spell.target not in AT_SEEKERS:
        yield from among(f"{key}.target", [spell.target], AT_SEEKERS)
    else:
        yield from operations(f"{key}.do", spell.do, known, OWN_TURN_BARS, for_all=False)


def _window_spell_faults(key: str, spell: s.Spell) -> Iterator[Fault]:
    """It does the one thing for which its window is there."""
    op, *more = spell.do
    fitting = [use for use in USES[spell.window] if _is_same_but_amount(use.op, op)]
    if more or not fitting:
        yield (
            f"{key}.do",
            expected(
                "window_effect",
                "just {allowed} for {window!r}",
                allowed=" or ".join(_operation_name(use.op) for use in USES[spell.window]),
                window=spell.window,
            ),
        )
    elif spell.target != fitting[0].target:
        yield (
            f"{key}.target",
            expected(
                "window_target",
                "{target!r} for {operation}, got {target_2!r}",
                target=fitting[0].target,
                operation=_operation_name(op),
                target_2=spell.target,
            ),
        )


def _is_same_but_amount(effect: e.Effect, other: e.Effect) -> bool:
    """The same but for how much."""
    if isinstance(effect, e.FightBonus) and isinstance(other, e.FightBonus):
        effect = msgspec.structs.replace(effect, n=other.n)
    return effect == other


def _operation_name(op: e.Effect) -> str:
    about = {"stat": op.stat} if isinstance(op, e.FightBonus) else {"to": op.to} if isinstance(op, e.MoveTo) else {}
    return " ".join([tag(op), *about.values()])
