"""Decisions about somebody else's hero or gold: whether the owner's orders cover them [4.1 C, 7, 8.7, 13]."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.requests import Choose, Consent, Paid
from rules.labirynt_smierci.combat.places import marching_offers, pairing_offers
from rules.labirynt_smierci.encounter.talks import bribe_offer, shares
from rules.labirynt_smierci.events.combat import RanksChanged
from rules.labirynt_smierci.finds.features import examining_offers, trap
from rules.labirynt_smierci.model import Game, Orders
from rules.labirynt_smierci.party.losses import wound
from rules.labirynt_smierci.traps import death_by_trap, death_of_sent, delegates
from tests.rules.labirynt_smierci.set_right import PARTY, a_game, orcs
from tests.rules.playing import play, question


def a_party(sent: str = "safe", **setup: Any) -> Game:
    """Almuric is the first player's, Gislan and Zareth are the second's; ``sent``: the second's order."""
    owners = ("s1", "s2", "s2")
    party = [{**hero, "seat": seat} for hero, seat in zip(PARTY, owners, strict=True)]
    game = a_game(**{"party": party, "seats": ["s1", "s2"], **setup})
    game.orders["s2"] = Orders(sent=sent)  # type: ignore[arg-type]
    return game


def at_feature(kind: str, sent: str = "safe") -> Game:
    """In a room with this feature."""
    return a_party(sent, maze=[{"at": [0, -1], "kind": kind, "sides": "DDDD"}])


def consent_to_examine(game: Game, who: str) -> dict[str, Consent]:
    """What the owner's order says to who would examine the feature here."""
    (offer,) = examining_offers(game)
    return dict(offer.consents(game.characters[who]))


@pytest.mark.parametrize(
    ("sent", "strength", "given"),
    [
        ("safe", 9, "given"),
        ("safe", 8, "asked"),
        ("safe", 5, "asked"),
        ("always", 1, "given"),
        ("never", 9, "refused"),
        ("never", 1, "refused"),
    ],
)
def test_a_trap_is_safe_where_it_hardly_ever_kills(sent: str, strength: int, given: str) -> None:
    """[7.1] The chance that the question tells, «roll twice» again and again included: 0.34 % and 0.59 %."""
    game = a_party(sent)
    zareth = game.characters["zareth"]
    zareth.wounds = zareth.strength - strength
    offer = next(each for each in delegates(game) if each.option.id == "zareth")

    assert offer.consents(None) == {"s2": given}
    assert bool(offer.option.facts["percent"]) == (strength < 9)


def test_skill_makes_a_trap_safer() -> None:
    """[7.3] Gislan disarms on three of six, so that half of the chance is left."""
    game = a_party()
    gislan = game.characters["gislan"]
    gislan.wounds = gislan.strength - 8
    offer = next(each for each in delegates(game) if each.option.id == "gislan")

    assert death_of_sent(game, gislan) == pytest.approx(death_by_trap(game, gislan) / 2)
    assert offer.consents(None) == {"s2": "given"}


@pytest.mark.parametrize(("first", "asked"), [("zareth", {"s2": "asked"}), ("almuric", {"s1": "asked"})])
def test_nobody_means_that_the_first_is_sent(first: str, asked: dict[str, Consent]) -> None:
    """[7] Whoever stands first through the door is hit, with the same chance to die."""
    game = a_party()
    game.formation = ((first, "gislan"), ("almuric" if first == "zareth" else "zareth",))
    zareth = game.characters["zareth"]
    zareth.wounds = zareth.strength - 1
    nobody = next(each for each in delegates(game) if each.option.id == "nobody")

    assert nobody.consents(None) == asked


def test_the_least_deadly_way_is_the_last_resort() -> None:
    """[7] One of them, so that the party is never stuck before a trap because owners are away."""
    game = a_party()
    for person in game.people:
        person.wounds = person.strength - 1

    assert [offer.option.id for offer in delegates(game) if offer.last_resort] == ["gislan"]


def test_nobody_is_asked_for_who_has_opened_a_lid() -> None:
    """[13.9] The opener is there already; what is left to choose is whether somebody casts Thief."""
    game = at_feature("trapdoor", "never")
    game.formation = (("zareth", "almuric"), ("gislan",))
    game.characters["gislan"].known = game.characters["gislan"].usable = ["thief"]
    row = game.tables.finds.on("trapdoor", 1)
    asked: Any = question(lambda table: trap(table, game, game.characters["zareth"], row))

    assert [(each.option.id, each.owners) for each in asked.actions if not each.option.id.startswith("thief")] == [
        ("zareth", None)
    ]


@pytest.mark.parametrize(
    ("feature", "strength", "given"),
    [
        ("fountain", 4, "given"),
        ("fountain", 3, "asked"),
        ("altar", 5, "given"),
        ("altar", 4, "asked"),
        ("furniture", 1, "given"),
        ("art", 1, "given"),
        ("statue", 9, "asked"),
        ("trapdoor", 9, "asked"),
    ],
)
def test_a_feature_is_safe_where_it_cannot_kill_by_itself(feature: str, strength: int, given: str) -> None:
    """[13.9] Poison, an altar's wrath, possession by a statue, a bottomless pit; fights concern the whole party."""
    game = at_feature(feature)
    gislan = game.characters["gislan"]
    gislan.wounds = max(gislan.strength - strength, 0)

    assert consent_to_examine(game, "gislan") == {"s2": given}


@pytest.mark.parametrize(
    ("who", "hurt", "given"), [("zareth", False, "given"), ("zareth", True, "asked"), ("gislan", False, "asked")]
)
def test_the_first_rank_is_a_risk_for_the_hurt_and_for_casters(who: str, hurt: bool, given: str) -> None:
    """[4.1 C] A fit fighter may be put there; any other change of rank is covered."""
    game = a_party()
    other = "gislan" if who == "zareth" else "zareth"
    game.formation = (("almuric", other), (who,))
    character = game.characters[who]
    character.wounds = (character.strength + 1) // 2 if hurt else 0
    (offer,) = marching_offers(game)

    assert offer.consents((("almuric", who), (other,))) == {"s2": given}
    assert offer.consents(((other, "almuric"), (who,))) == {}


def before_monsters(*kinds: str, **wounds: int) -> Game:
    """Almuric of the first player and Zareth of the second in front, Gislan of the second behind; so many wounds."""
    monsters = {"kind": kinds[0], "kinds": list(kinds), "strengths": [9 - n for n, _ in enumerate(kinds)]}
    game = a_party(at=[0, -1], monsters=monsters)
    game.formation = (("almuric", "zareth"), ("gislan",))
    for who, many in wounds.items():
        game.characters[who].wounds = many
    return game


@pytest.mark.parametrize(
    ("kinds", "wounds", "given"),
    [(("orc",), 9, "asked"), (("orc",), 0, "given"), (("chimera",), 7, "asked")],
)
def test_before_a_fight_its_first_round_says_what_the_front_risks(
    kinds: tuple[str, ...], wounds: int, given: str
) -> None:
    """[4.1 C, 9.2] A caster whom nothing can fell in it may be put there; whoever may fall is asked."""
    game = before_monsters(*kinds, gislan=wounds)
    (offer,) = marching_offers(game)

    assert offer.consents((("almuric", "gislan"), ("zareth",))) == {"s2": given}
    assert offer.consents((("almuric", "zareth"), ("gislan",))) == {}


def test_who_closes_a_gap_is_not_asked() -> None:
    """[4.1 C] Almuric steps back from three in front: who stays there has not been moved."""
    game = before_monsters("orc", "orc", gislan=9, zareth=8)
    game.formation = (("almuric", "gislan", "zareth"),)
    (offer,) = marching_offers(game)

    assert offer.consents((("gislan", "zareth"), ("almuric",))) == {"s1": "given"}


def test_who_has_to_step_up_is_told_and_not_asked() -> None:
    """[9.2] A trap kills one of two in front: the strongest from behind takes the place by the rules."""
    game = a_party("never")
    game.formation = (("almuric", "zareth"), ("gislan",))
    almuric = game.characters["almuric"]
    told = play(lambda table: wound(table, game, almuric, almuric.strength, "a trap")).told

    assert game.formation[0] == ("zareth", "gislan")
    assert RanksChanged(game.characters["gislan"].name, 1) in told


def test_who_is_put_opposite_the_worse_monster_is_asked() -> None:
    """[9.1] By the chance to die in the first round, which is told beside each order; less danger needs nobody."""
    game = before_monsters("chimera", "orc", zareth=7)
    assert game.met is not None
    first, second = (monster.id for monster in game.met.living)
    offers = {}
    for front in ((first, second), (second, first)):
        game.met.front = front
        (offers[front],) = pairing_offers(game, game.met)
        ask = offers[front].ask
        assert isinstance(ask, Choose)
        assert {option.id: option.note for option in ask.options} == {
            f"{first},{second}": "",
            f"{second},{first}": "pairing.risk",
        }

        assert offers[front].consents((first, second)) == {}
        assert offers[front].consents((second, first)) == ({"s2": "asked"} if front[0] == first else {})


def test_a_bribe_asks_those_whose_gold_it_takes() -> None:
    """[8.7] As equal parts as the purses allow; whose purse is empty pays nothing."""
    game = a_party(at=[0, -1], monsters=orcs(5, 5))
    assert game.met is not None
    game.characters["almuric"].gold, game.characters["zareth"].gold = 10, 4

    assert shares(game, 9, game.seats) == {"almuric": 5, "zareth": 4}
    offer = bribe_offer(game, game.met)
    assert offer.consents(Paid(11, "s1")) == {"s1": "asked", "s2": "asked"}
    assert offer.consents(Paid(10, "s1")) == {}
