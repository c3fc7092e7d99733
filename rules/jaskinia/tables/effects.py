"""The effects of cards, Chambers, special areas and Spells, as data [12].

Each effect is a list of operations, whose kind is named by ``op``. ``rules.jaskinia.effects`` carries them out.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, dataclass_transform

from msgspec import Meta, Struct, field

from rules.kernel.tables import Small

Some = Annotated[int, Meta(ge=1, le=99)]
Signed = Annotated[int, Meta(ge=-99, le=99)]
Faces = Annotated[str, Meta(pattern="^[1-6](-[1-6])?$")]
"""Faces of 1K6: ``3`` or ``3-4``."""
Condition = Annotated[str, Meta(pattern="^((align|seeker|has|ability):[a-z0-9_]+)?$")]
"""``align:good``, ``seeker:SEEKER``, ``has:CARD``, ``ability:MOD``; '' is never true."""
Shelter = Annotated[str, Meta(pattern="^(has:[a-z0-9_]+)?$")]
"""``has:CARD``: the card that protects from an operation; '': none does."""
Stat = Literal["strength", "power"]
FightKind = Literal["fight", "psychic"]
# fmt: off
Label = Literal[
    "buy_spell", "buy_power", "buy_strength", "buy_healing", "pawn_item", "fight_gladiator", "pay_gladiator",
    "follow_guide", "leave",
]
"""The labels of ways to choose; the catalogues have their texts."""
ModName = Literal[
    "strength", "power", "save", "evade", "gate", "gate_auto", "free_turn", "carry", "spell_limit", "no_spells",
    "psychic_attack", "arena_friend", "devour", "heal_on_kill", "gold_bonus", "spirit_gold", "reroll_duel", "steal",
    "item_to_gold", "wealth_bonus", "map_need", "temple_bonus",
]
# fmt: on


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Operation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op"):
    """An operation. ``who``: ``all`` is every Seeker that is not at the Entrance, and the one that drew the card.

    ``unless``: the card that protects from it.
    """

    who: Literal["self", "all"] = "self"
    unless: Shelter = ""


class GainStrength(Operation, kw_only=True, tag="gain_strength"):
    """Own Strength rises."""

    n: Some


class GainPower(Operation, kw_only=True, tag="gain_power"):
    """Own Power rises."""

    n: Some


class LosePower(Operation, kw_only=True, tag="lose_power"):
    """Own Power falls, not below the starting value; surplus Spells go."""

    n: Some


class LoseEndurance(Operation, kw_only=True, tag="lose_endurance"):
    """Endurance falls; nothing saves."""

    n: Some


class GainEndurance(Operation, kw_only=True, tag="gain_endurance"):
    """Endurance rises, over the healing level too."""

    n: Some


class RaiseEndurance(Operation, kw_only=True, tag="raise_endurance"):
    """Healing level and Endurance rise."""

    n: Some


class Heal(Operation, kw_only=True, tag="heal"):
    """Endurance rises up to the healing level."""

    n: Some


class Gold(Operation, kw_only=True, tag="gold"):
    """A Seeker gains or loses bags of gold, at most all of them."""

    n: Signed


class DrawSpell(Operation, kw_only=True, tag="draw_spell"):
    """Spells are drawn, up to the limit."""

    n: Some


class LoseSpell(Operation, kw_only=True, tag="lose_spell"):
    """The owner discards Spells of its choice, or all if there are fewer."""

    n: Some


class LoseItem(Operation, kw_only=True, tag="lose_item"):
    """Items go to the used pile, at random or by the owner's choice."""

    n: Some
    pick: Literal["random", "choice"]


class LoseTurn(Operation, kw_only=True, tag="lose_turn"):
    """The Seeker misses turns; in its own turn this turn is the first [4.12]."""

    n: Some


class Slow(Operation, kw_only=True, tag="slow"):
    """The Seeker moves one area a turn for ``n`` turns; of two such effects the longer one counts [4.11]."""

    n: Some


class MoveTo(Operation, kw_only=True, tag="move_to"):
    """The Seeker is moved to another area and explores it [5.7]."""

    to: Literal["entrance", "random_chamber", "choice_chamber", "choice_zone"]


class DrawCards(Operation, kw_only=True, tag="draw_cards"):
    """The area is explored as if ``n`` cards were drawn there."""

    n: Some


class RollTable(Operation, kw_only=True, tag="roll"):
    """1K6 plus the Seeker's ``mod`` of this name (at most 6) selects the list to run."""

    table: dict[Faces, tuple[Effect, ...]]
    mod: ModName | Literal[""] = ""

    def do_at(self, face: int) -> Do:
        """Return the list that this face selects."""
        return next(do for faces, do in self.table.items() if face in faces_of(faces))


class Test(Operation, kw_only=True, tag="test"):
    """A roll of 1K6 + total Strength or Power against a target."""

    stat: Stat
    target: Some
    passed: tuple[Effect, ...] = field(name="pass", default=())
    fail: tuple[Effect, ...] = ()


class Fight(Operation, kw_only=True, tag="fight"):
    """A fight against a Strength; no evading, a tie does nothing."""

    strength: Some
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()

    @property
    def against(self) -> tuple[FightKind, int]:
        """The kind of the fight, and the value to beat."""
        return "fight", self.strength


class Psychic(Operation, kw_only=True, tag="psychic"):
    """Psychic combat against a Power; no evading, a tie does nothing."""

    power: Some
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()

    @property
    def against(self) -> tuple[FightKind, int]:
        """The kind of the fight, and the value to beat."""
        return "psychic", self.power


class If(Operation, kw_only=True, tag="if"):
    """Run the list ``then`` if the condition is true, else ``otherwise``."""

    cond: Condition
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = field(name="else", default=())


class ChoiceWay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to choose, offered to Seekers that can pay for it; ``label``: the catalogue key of its text."""

    label: Label
    cost_gold: Small = 0
    cost_item: Small = 0
    do: tuple[Effect, ...] = ()


class ChooseWay(Operation, kw_only=True, tag="choose"):
    """The player chooses a way that the Seeker can pay for."""

    options: tuple[ChoiceWay, ...]


class DiscardThis(Operation, tag="discard_this"):
    """The card whose effect runs goes to its used pile."""


class Evade(Operation, tag="evade"):
    """A Spell's effect: the caster evades one opponent."""


class FightBonus(Operation, kw_only=True, tag="fight_bonus"):
    """A Spell's effect: a bonus in the coming fight."""

    stat: Stat
    n: Some


class OpenGate(Operation, tag="open_gate"):
    """A Spell's effect: the Gate beside its caster opens."""


class CancelSpell(Operation, tag="cancel_spell"):
    """A Spell's effect: the Spell that was just announced has no effect."""


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
"""Operations to carry out, in order."""


def faces_of(written: str) -> range:
    """Return the die faces that ``3`` or ``3-4`` stands for."""
    first, _, last = written.partition("-")
    return range(int(first), int(last or first) + 1)
