"""Decisions about somebody else's hero or gold: whether the owner's orders cover them [4.1 C, 7, 8.7, 13]."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.requests import Consent
from rules.labirynt_smierci.encounter.talks import bribe_offer, shares
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.model import Game, Orders
from rules.labirynt_smierci.party.formation import marching_offers
from rules.labirynt_smierci.traps import delegates, worst_trap
from tests.rules.labirynt_smierci.set_right import PARTY, a_game, orcs


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
    ("sent", "deadly", "given"),
    [
        ("safe", False, "given"),
        ("safe", True, "asked"),
        ("always", True, "given"),
        ("never", False, "refused"),
        ("never", True, "refused"),
    ],
)
def test_a_trap_is_safe_where_its_worst_cannot_kill(sent: str, deadly: bool, given: str) -> None:
    """[7.2] The same worst that the question tells."""
    game = a_party(sent)
    zareth = game.characters["zareth"]
    zareth.wounds = zareth.strength - worst_trap(game, zareth) - (0 if deadly else 1)
    offer = next(each for each in delegates(game) if each.option.id == "zareth")

    assert offer.consents(None) == {"s2": given}


def test_nobody_may_always_be_sent() -> None:
    """[7] The party is never stuck before a trap because its owners are away."""
    nobody = next(each for each in delegates(a_party("never")) if each.option.id == "nobody")

    assert nobody.consents(None) == {}


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


def test_a_bribe_asks_those_whose_gold_it_takes() -> None:
    """[8.7] As equal parts as the purses allow; whose purse is empty pays nothing."""
    game = a_party(at=[0, -1], monsters=orcs(5, 5))
    assert game.met is not None
    game.characters["almuric"].gold, game.characters["zareth"].gold = 10, 4

    assert shares(game, 9) == {"almuric": 5, "zareth": 4}
    assert bribe_offer(game, game.met).consents(9) == {"s1": "asked", "s2": "asked"}
    assert bribe_offer(game, game.met).consents(1) == {"s1": "asked"}
