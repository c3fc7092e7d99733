"""The effect primitives: what a card, a chamber, a special area or a spell does, as data [12].

Everything that happens is a list of operations; each names itself by ``op``. ``rules.jaskinia.effects`` runs them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.kernel.tables import Small

Some = Annotated[int, msgspec.Meta(ge=1, le=99)]
Signed = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Faces = Annotated[str, msgspec.Meta(pattern="^[1-6](-[1-6])?$")]
"""Faces of 1K6: ``3`` or ``3-4``."""
Condition = Annotated[str, msgspec.Meta(pattern="^((align|seeker|has|ability):[a-z0-9_]+)?$")]
"""``align:good``, ``seeker:SEEKER``, ``has:CARD``, ``ability:MOD``; '' is never true."""
Shelter = Annotated[str, msgspec.Meta(pattern="^(has:[a-z0-9_]+)?$")]
"""``has:CARD``: what protects from an operation; '' nothing does."""
Stat = Literal["strength", "power"]
# fmt: off
Label = Literal[
    "buy_spell", "buy_power", "buy_strength", "buy_healing", "pawn_item", "fight_gladiator", "pay_gladiator",
    "follow_guide", "leave",
]
"""The ways to choose from that have words."""
ModName = Literal[
    "strength", "power", "save", "evade", "gate", "gate_auto", "free_turn", "carry", "spell_limit", "no_spells",
    "psychic_attack", "arena_friend", "devour", "heal_on_kill", "gold_bonus", "spirit_gold", "reroll_duel", "steal",
    "item_to_gold", "wealth_bonus", "map_need", "temple_bonus",
]
# fmt: on


class Operation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op"):
    """``who`` ``all``: every Seeker not at the Entrance, and who drew the card. ``unless``: what protects from it."""

    who: Literal["self", "all"] = "self"
    unless: Shelter = ""


class GainStrength(Operation, frozen=True, kw_only=True, tag="gain_strength"):
    """Own Strength rises."""

    n: Some


class GainPower(Operation, frozen=True, kw_only=True, tag="gain_power"):
    """Own Power rises."""

    n: Some


class LosePower(Operation, frozen=True, kw_only=True, tag="lose_power"):
    """Own Power falls, not below the starting value; surplus Spells go."""

    n: Some


class LoseEndurance(Operation, frozen=True, kw_only=True, tag="lose_endurance"):
    """Endurance falls; nothing saves."""

    n: Some


class GainEndurance(Operation, frozen=True, kw_only=True, tag="gain_endurance"):
    """Endurance rises, over the healing level too."""

    n: Some


class RaiseEndurance(Operation, frozen=True, kw_only=True, tag="raise_endurance"):
    """Healing level and Endurance rise."""

    n: Some


class Heal(Operation, frozen=True, kw_only=True, tag="heal"):
    """Endurance rises up to the healing level."""

    n: Some


class Gold(Operation, frozen=True, kw_only=True, tag="gold"):
    """Bags of gold come or go, not below none."""

    n: Signed


class DrawSpell(Operation, frozen=True, kw_only=True, tag="draw_spell"):
    """Spells are drawn, as many as the limit lets."""

    n: Some


class LoseSpell(Operation, frozen=True, kw_only=True, tag="lose_spell"):
    """Spells of the owner's choice are discarded; all where there are fewer."""

    n: Some


class LoseItem(Operation, frozen=True, kw_only=True, tag="lose_item"):
    """Items go to the used pile, by chance or by choice."""

    n: Some
    pick: Literal["random", "choice"]


class LoseTurn(Operation, frozen=True, kw_only=True, tag="lose_turn"):
    """Turns are lost; in the own turn this one is the first of them [4.12]."""

    n: Some


class Slow(Operation, frozen=True, kw_only=True, tag="slow"):
    """For so many own turns one area only; the larger number counts [4.11]."""

    n: Some


class MoveTo(Operation, frozen=True, kw_only=True, tag="move_to"):
    """The Seeker is somewhere else, and explores there [5.7]."""

    to: Literal["entrance", "random_chamber", "choice_chamber", "choice_zone"]


class DrawCards(Operation, frozen=True, kw_only=True, tag="draw_cards"):
    """The area is explored as if it had so many cards to draw."""

    n: Some


class RollTable(Operation, frozen=True, kw_only=True, tag="roll"):
    """1K6, with the Seeker's own ``mod`` of that name (at most 6); the matching list is run."""

    table: dict[Faces, tuple[Effect, ...]]
    mod: ModName | Literal[""] = ""


class Test(Operation, frozen=True, kw_only=True, tag="test"):
    """1K6 + total Strength or Power against a target."""

    stat: Stat
    target: Some
    passed: tuple[Effect, ...] = msgspec.field(name="pass", default=())
    fail: tuple[Effect, ...] = ()


class Fight(Operation, frozen=True, kw_only=True, tag="fight"):
    """A fight against a Strength; no evading, a tie does nothing."""

    strength: Some
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()


class Psychic(Operation, frozen=True, kw_only=True, tag="psychic"):
    """Psychic combat against a Power; no evading, a tie does nothing."""

    power: Some
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()


class If(Operation, frozen=True, kw_only=True, tag="if"):
    """One list or the other."""

    cond: Condition
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = msgspec.field(name="else", default=())


class ChoiceWay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to choose; ``label``: the key of its words; it is offered to who can pay for it."""

    label: Label
    cost_gold: Small = 0
    cost_item: Small = 0
    do: tuple[Effect, ...] = ()


class ChooseWay(Operation, frozen=True, kw_only=True, tag="choose"):
    """The player picks a way that can be paid for."""

    options: tuple[ChoiceWay, ...]


class DiscardThis(Operation, frozen=True, kw_only=True, tag="discard_this"):
    """The card at work goes to its used pile."""


class Evade(Operation, frozen=True, kw_only=True, tag="evade"):
    """A Spell: one opponent is evaded."""


class FightBonus(Operation, frozen=True, kw_only=True, tag="fight_bonus"):
    """A Spell: so much more in the fight to come."""

    stat: Stat
    n: Some


class OpenGate(Operation, frozen=True, kw_only=True, tag="open_gate"):
    """A Spell: the Gate before which its caster stands opens."""


class CancelSpell(Operation, frozen=True, kw_only=True, tag="cancel_spell"):
    """A Spell: another one that was just announced does nothing."""


Effect: TypeAlias = (
    GainStrength
    | GainPower
    | LosePower
    | LoseEndurance
    | GainEndurance
    | RaiseEndurance
    | Heal
    | Gold
    | DrawSpell
    | LoseSpell
    | LoseItem
    | LoseTurn
    | Slow
    | MoveTo
    | DrawCards
    | RollTable
    | Test
    | Fight
    | Psychic
    | If
    | ChooseWay
    | DiscardThis
    | Evade
    | FightBonus
    | OpenGate
    | CancelSpell
)
"""Any operation."""
Do: TypeAlias = tuple[Effect, ...]
"""What something does, in order."""


def faces_of(written: str) -> range:
    """The faces that ``3`` or ``3-4`` means."""
    first, _, last = written.partition("-")
    return range(int(first), int(last or first) + 1)
