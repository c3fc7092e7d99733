"""What each face of the die does in Chambers, on special areas, at places and with strangers, and is told [9, 11, 13].

The tables of the specification, line by line: what is told has to be what happened, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.jaskinia.events.cards import CardDrawn, EffectBegan, RollHelped
from rules.jaskinia.events.course import ChamberRolled
from rules.jaskinia.exploration.arriving import look_around
from rules.jaskinia.exploration.chambers import carry_out
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.model import Game, Seeker
from rules.kernel.events import DiceRolled, Event
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import a_game, give, lay, ordered
from tests.rules.playing import Play, play

Told = Sequence[tuple[str, Mapping[str, Any]]]
"""Events by their names, each with some of its facts."""

WOUND: Told = [("EnduranceLost", {"n": 1})]
POWER: Told = [("ValueGained", {"stat": Word("cavestat.power"), "n": 1})]
STRENGTH: Told = [("ValueGained", {"stat": Word("cavestat.strength"), "n": 1})]
SPELL: Told = [("SpellsDrawn", {"number": 1}), ("SpellsSeen", {})]
NOTHING: Told = [("NothingHappens", {"why": Word("cavenothing")})]
NO_ITEM: Told = [("NothingHappens", {"why": Word("cavenothing.items")})]
LOSES: Told = [("ItemLost", {"item": Word("cavecard.sword")})]
TURNS: Told = [("TurnsLost", {"n": 2, "at_once": True})]
RISES: Told = [("LevelRaised", {"level": 5, "now": 3})]


def gold(n: int) -> Told:
    """So many bags more."""
    return [("PurseFilled", {"gold": n})]


def heals(n: int) -> Told:
    """So many wounds healed."""
    return [("WoundsHealed", {"n": n})]


FACES: Mapping[str, Sequence[Told]] = {
    # Chambers [9]
    "temple": [WOUND, [("PurseEmptied", {"gold": 1})], NOTHING, SPELL, heals(2), POWER],
    "grotto": [gold(1), gold(1), gold(2), gold(2), heals(2), [("EnduranceGained", {"n": 1})]],
    # Special areas [11]
    "bridge": [[*LOSES, *WOUND], *[[("CardDrawn", {}), ("PurseFilled", {})]] * 5],
    "forge": [*[NOTHING] * 3, *[STRENGTH] * 3],
    "library": [*[SPELL] * 3, *[POWER] * 3],
    # Strangers and places [13]
    "blind_hermit": [NOTHING, NOTHING, SPELL, SPELL, POWER, POWER],
    "witch_of_the_abyss": [TURNS, [("PowerSapped", {"n": 1})], NOTHING, NOTHING, SPELL, POWER],
    "dark_altar": [WOUND, WOUND, NOTHING, NOTHING, SPELL, SPELL],
    "underground_lake": [LOSES, NOTHING, NOTHING, NOTHING, gold(1), gold(1)],
    "statue": [TURNS, NOTHING, NOTHING, NOTHING, RISES, RISES],
}
"""For each face from 1 what happens to an Alchemist with a sword, 2 Endurance of 4, one grown Power and 1 gold."""
BARE: Mapping[tuple[str, int], Told] = {
    ("bridge", 1): [*NO_ITEM, *WOUND],
    ("underground_lake", 1): NO_ITEM,
    ("temple", 2): [("NothingHappens", {"why": Word("cavenothing.gold")})],
    ("temple", 5): [("NothingHappens", {"why": Word("cavenothing.wounds")})],
    ("grotto", 5): [("NothingHappens", {"why": Word("cavenothing.wounds")})],
    ("witch_of_the_abyss", 2): [("NothingHappens", {"why": Word("cavenothing.power")})],
}
"""The same of an Alchemist as the card has it, without gold."""
AREAS = {"bridge": "E5", "forge": "C1", "library": "G1", "spring": "B4", "hollow": "H4"}


def somebody(*, grown: bool) -> Game:
    """An Alchemist in a corridor, with a sword and two wounds, or with nothing."""
    game = a_game("alchemist")
    ordered(game, "s1", deck="cave")
    one = game.seeker_of("s1")
    one.gold = 1 if grown else 0
    if grown:
        give(game, "s1", "sword")
        one.endurance, one.power = 2, one.power + 1
    return game


def visits(game: Game, what: str, dice: Mapping[str, Any], answers: Mapping[str, Any] | None = None) -> list[Event]:
    """What is told when the Seeker at turn stops there, but for what it is called and the dice."""
    one = game.seeker_of("s1")
    kinds = {kind.id: kind.face for kind in game.tables.chambers.chamber}
    if what in kinds:
        one.at = "A6"
        told = play(lambda table: carry_out(table, game, one, kinds[what]), dice, answers)
    elif what in AREAS:
        one.at = AREAS[what]
        told = play(lambda table: look_around(table, game, one), dice, answers)
    else:
        told = _stands(game, one, what, dice, answers)
    return [event for event in told.told if not isinstance(event, DiceRolled | EffectBegan | ChamberRolled)]


def _stands(game: Game, one: Seeker, card: str, dice: Mapping[str, Any], answers: Mapping[str, Any] | None) -> Play:
    lay(game, one.at, card)
    return play(lambda table: explore(table, game, one, 0), dice, answers)


def dice_of(game: Game, what: str, face: int, told: Told) -> dict[str, Any]:
    """The face, the Item that falls, the Spell and the card that are drawn."""
    names = [name for name, _ in told]
    more = {"ItemLost": {"effect.item": ["sword"]}, "SpellsDrawn": {"spells.draw": ["dispel"]}}
    drawn = {"cards.cave": ["purse"]} if "CardDrawn" in names else {}
    return {"effect.roll": [face], **drawn} | {why: v for name in names for why, v in more.get(name, {}).items()}


def matches(events: Sequence[Event], told: Told) -> bool:
    """Whether just these happened, in this order."""
    if [type(event).__name__ for event in events] != [name for name, _ in told]:
        return False
    return all(
        getattr(event, name) == fact
        for event, (_, facts) in zip(events, told, strict=True)
        for name, fact in facts.items()
    )


@pytest.mark.parametrize(("what", "face"), [(what, face) for what in FACES for face in range(1, 7)])
def test_each_face_tells_what_it_does(what: str, face: int) -> None:
    """[9, 11, 13] And nothing is said to happen where something does."""
    game, told = somebody(grown=True), FACES[what][face - 1]

    events = visits(game, what, dice_of(game, what, face, told))

    assert matches(events, told), events


@pytest.mark.parametrize(("what", "face"), BARE)
def test_what_cannot_be_lost_or_healed_is_named(what: str, face: int) -> None:
    """[9, 11] Who has no Item, gold, wound or grown Power reads that; the rest happens."""
    game, told = somebody(grown=False), BARE[what, face]

    events = visits(game, what, {"effect.roll": [face]})

    assert matches(events, told), events


@pytest.mark.parametrize("seeker", ["cannibal", "friar"])
def test_the_shrine_says_for_whom_it_is_nothing(seeker: str) -> None:
    """[13] It heals one wound of whoever is not evil."""
    game = a_game(seeker)
    game.seeker_of("s1").endurance = 2

    events = visits(game, "shrine", {})

    evil: Told = [("NothingHappens", {"why": Word("cavenothing.evil")})]
    assert matches(events, evil if seeker == "cannibal" else heals(1))


@pytest.mark.parametrize(("purse", "answers", "why"), [(0, {}, "poor"), (1, {"effect.way": ["2"]}, "left")])
def test_who_leaves_the_seer_is_seen_to_leave(purse: int, answers: Mapping[str, Any], why: str) -> None:
    """[11 hollow] Because it wants to, or has no gold: then nothing is asked."""
    game = a_game("alchemist")
    game.seeker_of("s1").gold = purse

    (event,) = visits(game, "hollow", {}, answers)

    assert matches([event], [("NothingHappens", {"why": Word(f"cavenothing.{why}")})])


def test_the_friars_bonus_in_the_temple_is_told() -> None:
    """[14] The die shows 5, a 6 counts: without that the story would not fit the die."""
    game = a_game("friar")

    helped, grown = visits(game, "temple", {"effect.roll": [5]})

    assert isinstance(helped, RollHelped)
    assert (helped.n, helped.result) == (1, 6)
    assert matches([grown], POWER)


def test_a_card_drawn_on_the_bridge_is_told_as_a_card() -> None:
    """[11 bridge] 2 to 6 draw one card."""
    game = somebody(grown=False)

    events = visits(game, "bridge", {"effect.roll": [6], "cards.cave": ["gold_vein"]})

    assert isinstance(events[0], CardDrawn)
