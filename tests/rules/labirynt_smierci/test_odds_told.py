"""Whoever decides is told the worst of a trap, what monsters can do, and outside what is won [7.2, 10, 15, 17]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from rules.kernel.chance import Sealed
from rules.kernel.dice import odds
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.odds import Odds, fight_odds, foes_of
from rules.labirynt_smierci.course.leaving import outside_offers
from rules.labirynt_smierci.encounter.talks import eloquence_of, negotiation_offer, outlook, perils
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.magic.wayside import WAYSIDE
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.belongings import weapon_facts, weapons_form
from rules.labirynt_smierci.party.risk import summed
from rules.labirynt_smierci.party.traits import reluctance, skill
from rules.labirynt_smierci.tables.sheets import TrapKind
from rules.labirynt_smierci.traps import (
    AnyTrap,
    death_by_trap,
    delegates,
    explode,
    hit,
    roll_kinds,
    worst_trap,
    wounds_of_trap,
)
from tests.rules.labirynt_smierci.set_right import a_game


def offered(game: Game, id: str) -> Option:
    """Of those who may see to a trap."""
    return next(offer.option for offer in delegates(game) if offer.option.id == id)


def outside(game: Game, id: str) -> Option:
    """Of what the party may do under the open sky."""
    return next(offer.option for offer in outside_offers(game) if offer.option.id == id)


def test_the_worst_of_a_trap_is_that_of_its_table() -> None:
    """[7.2] Arrows by the bow column, and poison besides; gas, oil, an explosion by their dice."""
    game = a_game()
    traps, combat = game.tables.traps, game.tables.combat
    arrows = [combat.wounds(traps.arrow_column, die) for die in range(1, 7)]
    poisoned = max(hit + poison for hit, poison in product(arrows, (1, 2, 3)) if hit)

    assert worst_trap(game, game.characters["almuric"]) == max(poisoned, 3, traps.explosion)


@pytest.mark.parametrize(("strength", "percent"), [(3, 24), (4, 8), (5, 4), (6, 2), (7, 1), (8, 1), (9, 0), (10, 0)])
def test_who_could_be_killed_is_told_so(strength: int, percent: int) -> None:
    """[7.1] «Roll twice» has no bound, so the chance counts, not the worst of one trap; Mage Armor takes some [10]."""
    game = a_game()
    one = game.characters["almuric"]
    one.wounds = one.strength - strength

    told = offered(game, "almuric").facts

    assert (told["strength"], told["usual"], told["worst"], told["percent"]) == (strength, 1, 4, percent)
    one.absorbs = 1
    one.wounds += 1
    told = offered(game, "almuric").facts
    assert (told["usual"], told["worst"], told["percent"]) == (0, 3, percent)


class Unrolled(Exception):
    """The rule rolls more dice than there are."""


class Dice:
    """A table with these rolls; ``code``: the dice that it lacks."""

    def __init__(self, rolls: tuple[int, ...]) -> None:
        self.left, self.code = list(rolls), ""

    def roll(self, code: str, why: str, **facts: object) -> int:
        """The next roll."""
        if not self.left:
            self.code = code
            raise Unrolled
        return self.left.pop(0)

    def tell(self, event: object) -> None:
        """Nobody listens."""


def courses(rule: Callable[[Any], Any]) -> Iterator[tuple[Any, float]]:
    """What the rule returns on each course of at most this many dice, and how likely that is."""
    left: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while left:
        rolls, chance = left.pop()
        dice = Dice(rolls)
        try:
            yield rule(dice), chance
        except Unrolled:
            if len(rolls) < MOST_DICE:
                left += [((*rolls, result), chance * part) for result, part in odds(dice.code).items()]


MOST_DICE = 7


@pytest.mark.parametrize(
    ("kind", "antidote", "absorbs", "strength"),
    [("", False, 0, 4), ("", True, 1, 3), ("poisoned_arrows", False, 0, 3), ("twice", False, 0, 5)],
)
def test_the_chance_to_die_is_that_of_the_rule(kind: AnyTrap, antidote: bool, absorbs: int, strength: int) -> None:
    """[7.1] On every course of its dice; many traps at one door are seldom."""
    medallion = {"kind": "medallion", "name": "neutralize_poison", "worn": True}
    game = a_game(party=[{"hero": "almuric", "items": [medallion] if antidote else []}, {"hero": "zareth"}])
    one, other = game.characters["almuric"], game.characters["zareth"]

    def wounds_by(dice: Any, each: TrapKind) -> int:
        one.strength = other.strength = 10**6  # nobody falls of it here
        one.wounds = 0
        explode(dice, game) if each == "explosion" else hit(dice, game, each, one)
        return one.wounds

    @cache
    def wounds(kinds: tuple[TrapKind, ...]) -> dict[int, float]:
        if not kinds:
            return {0: 1.0}
        alone = Counter[int]()
        for many, chance in courses(lambda dice: wounds_by(dice, kinds[0])):
            alone[many] += chance  # type: ignore[assignment]  # chances
        return summed(alone, wounds(kinds[1:]))

    killed = met = 0.0
    for kinds, chance in courses(lambda dice: sorted(roll_kinds(dice, game, kind))):
        met += chance
        killed += chance * sum(part for many, part in wounds(tuple(kinds)).items() if many >= strength + absorbs)
    one.strength, one.wounds, one.absorbs = strength, 0, absorbs
    told = death_by_trap(game, one, kind)

    assert killed - 1e-9 <= told <= killed + (1 - met) + 1e-9
    assert met > 0.95


def test_a_trap_is_reckoned_once() -> None:
    """However often it is asked about, and however hurt the party is by then."""
    game = a_game()
    delegates(game)
    reckoned = wounds_of_trap.cache_info().misses
    for person in game.people:
        person.wounds, person.absorbs = person.wounds + 1, 1
    delegates(game)

    assert wounds_of_trap.cache_info().misses == reckoned


def test_nobody_means_whoever_stands_nearest() -> None:
    """[7] The note says who that is, and whether it could kill."""
    game = a_game()
    nearest = game.characters[game.formation[0][0]]

    assert offered(game, "nobody").facts["first"] == nearest.name
    assert offered(game, "nobody").facts["strength"] == nearest.strength_now


def test_outside_going_on_says_which_adventure_comes() -> None:
    """[17] With how many there are; without an end there is nothing to count."""
    counted, endless = (a_game(options={"adventures": most}, outside=True, at=[0, 0]) for most in ("4", "0"))

    assert outside(counted, "enter").note == "outside.enter.note"
    assert (outside(counted, "enter").facts["next"], outside(counted, "enter").facts["most"]) == (
        counted.adventure + 1,
        4,
    )
    assert outside(endless, "enter").note == "outside.enter.unlimited"


def test_outside_going_home_says_who_has_won() -> None:
    """[17] Nobody, and what is needed; or these for themselves, while the Gate stands."""
    game = a_game(outside=True, at=[0, 0])

    nobody = outside(game, "home")
    game.winners = ["gislan"]
    somebody = outside(game, "home")

    needed = game.tables.experience
    assert (nobody.note, nobody.facts["points"]) == ("outside.home.cost", needed.victory_points)
    assert (somebody.note, somebody.facts["winners"]) == ("outside.home.winners", (game.characters["gislan"].name,))


def met(*kinds: str) -> tuple[str, ...]:
    """What is told of these monsters before a fight."""
    game = a_game(monsters={"kind": kinds[0], "kinds": list(kinds), "strengths": [5] * len(kinds)})
    assert game.met is not None
    return tuple(word.key.removeprefix("peril.") for word in perils(game, game.met))


@pytest.mark.parametrize(
    ("kinds", "known"),
    [
        (("orc", "orc"), ()),
        (("medusa",), ("petrification",)),
        (("troll", "troll"), ("regeneration",)),
        (("evil_mage",), ("lightning", "magic_shield")),
        (("evil_hero",), ("weapon_skill",)),
        (("nameless",), ("lightning", "mute")),
        (("demon", "gate"), ("gate", "mute")),
    ],
)
def test_what_monsters_can_do_beyond_numbers_is_told_before_the_fight(
    kinds: tuple[str, ...], known: tuple[str, ...]
) -> None:
    """[15] Each power once, whoever has it; at last that they are deaf to words and gold [8.4, 8.7]."""
    assert met(*kinds) == known


@pytest.mark.parametrize(
    ("kind", "strengths", "said"),
    [("orc", [1], "good"), ("chimera", [14, 14], "risky"), ("hydra", [40, 40, 40], "hopeless")],
)
def test_how_a_fight_may_go_is_told_before_it(kind: str, strengths: list[int], said: str) -> None:
    """Fought on paper; what nobody knows counts as it usually is."""
    game = a_game(monsters={"kind": kind, "strengths": strengths})
    assert game.met is not None

    facts = outlook(fight_odds(game, game.met))

    assert facts["outlook"] == Word(f"outlook.{said}")
    assert (facts["won"] == facts["fights"]) == (said == "good")


@pytest.mark.parametrize(("kind", "strengths", "runs_away"), [("vampire", [10], True), ("orc", [1], False)])
def test_what_a_fight_may_cost_beyond_the_mean_is_told(kind: str, strengths: list[int], runs_away: bool) -> None:
    """A charm runs away: a mean of four hides the nine of every tenth fight."""
    game = a_game(monsters={"kind": kind, "strengths": strengths})
    assert game.met is not None

    facts = outlook(fight_odds(game, game.met))

    assert bool(facts["most"]) is runs_away
    assert not runs_away or int(str(facts["most"])) >= int(str(facts["loss"])) + 3


@pytest.mark.parametrize(("wiped", "won"), [(0.0, 40), (0.004, 39), (0.08, 37), (0.996, 1), (1.0, 0)])
def test_forty_of_forty_is_told_of_no_fight_that_may_be_lost(wiped: float, won: int) -> None:
    """Nor none of forty of one that may be won."""
    assert outlook(Odds(wiped, wiped, 1.0, 1.0))["won"] == won


def test_the_strongest_of_three_is_told_in_the_middle_before_two() -> None:
    """As the real line-up has it [9.1]."""
    game = a_game(monsters={"kind": "wight", "strengths": [6, 7, 9]}, formation=[["almuric", "zareth"], ["gislan"]])
    assert game.met is not None

    assert [foe.strength for foe in foes_of(game, game.met, game.formation)] == [7, 9, 6]


@pytest.mark.parametrize("strength", [1, 2, 5])
def test_a_blow_says_how_likely_it_hits_and_fells(strength: int) -> None:
    """Face by face of the table, with dexterity, skill and magic [9.5, 9.9]."""
    game = a_game(party=[{"hero": "almuric", "items": [{"kind": "weapon", "name": "sword", "plus": 1}]}])
    wounds = [game.tables.combat.wounds("sword", face + 3 + 2 + 1) for face in range(1, 7)]

    facts = weapon_facts(game, game.characters["almuric"], "sword", strength)

    assert facts["throw"] == "1K6+6"
    assert facts["hits"] == sum(one > 0 for one in wounds)
    assert facts["fells"] == sum(one >= strength for one in wounds)
    assert facts["tenths"] == round(10 * sum(wounds) / 6)


def test_each_weapon_says_what_it_does_from_the_rank() -> None:
    """A bow is of no use in front, a sword behind [9.2]."""
    party = [{"hero": hero, "weapons": ["sword", "bow"]} for hero in ("almuric", "gislan", "zareth")]
    game = a_game(party=party, formation=[["almuric", "gislan"], ["zareth"]])

    notes = {field.name: {one.id: one.note for one in field.ask.options} for field in weapons_form(game, "s1").fields}  # type: ignore[attr-defined]

    assert notes["almuric"] == {"sword": "weapons.odds", "bow": "weapons.useless"}
    assert notes["zareth"] == {"sword": "weapons.useless", "bow": "weapons.odds"}


def test_an_altar_says_its_odds_and_what_is_at_stake() -> None:
    """Who rolls no more than the resistance has a gift; else Demons on two faces, wounds on two, up to 4 [11, 13.9]."""
    game = a_game(maze=[{"at": [0, -1], "kind": "altar", "sides": "DDDD"}])
    game.characters["gislan"].wounds = game.characters["gislan"].strength - 4

    (offer,) = examining_offers(game)
    testers = {way.option.id: way.option for way in offer.ways}  # type: ignore[attr-defined]

    assert offer.option.facts == {"demons": 2, "wounding": 2, "best": 4}
    assert (testers["zareth"].facts["resistance"], testers["zareth"].facts["worst"]) == (4, 4)
    assert [testers[one].facts["percent"] for one in ("zareth", "gislan")] == [0, 2]


@pytest.mark.parametrize("kind", ["orc", "troll", "harpy"])
def test_a_talk_says_how_often_it_succeeds(kind: str) -> None:
    """[8.5] Of the 36 throws those that end so, the best speaker first; where none does, it is called hopeless."""
    game = a_game(monsters={"kind": kind, "strengths": [3]})
    assert game.met is not None

    offer = negotiation_offer(game, game.met)

    for way in offer.ways:
        shift = eloquence_of(game, game.met, way.meant) - reluctance(game, game.met)
        ends = Counter(game.tables.negotiation.result(sum(throw) + shift) for throw in product(range(1, 7), repeat=2))
        told = way.option.facts
        assert (told["who"], told["fear"]) == (way.meant.name, ends["intimidation"])
        assert told["peace"] == ends["agreement"] + ends["intimidation"]
        assert told["skill"] - told["reluctance"] == shift  # type: ignore[operator]  # they are numbers
    skills = [skill(game, way.meant, "negotiation") for way in offer.ways]
    assert skills == sorted(skills, reverse=True)
    assert offer.option.facts == offer.ways[0].option.facts
    assert offer.option.label.endswith("hopeless") == (not any(way.option.facts["peace"] for way in offer.ways))


@pytest.mark.parametrize("spell", [spell for spell, wayside in WAYSIDE.items() if wayside.raises])
def test_the_autopilot_weighs_the_value_that_a_spell_raises(spell: str) -> None:
    """The rule raises the value that the table of spells names, and no other one."""
    game = a_game()
    target = game.characters["almuric"]
    before = msgspec.structs.asdict(target)

    WAYSIDE[spell].effect(Table((), Sealed(b"s" * 32)), game, spell, target)

    now = msgspec.structs.asdict(target)
    assert [field for field in now if now[field] != before[field]] == [WAYSIDE[spell].raises]
