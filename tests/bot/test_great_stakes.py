"""Answers that can win or lose the game say so, and what a fight cost is told."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.prompts.story import words
from bot.discord.prompts.words import note
from bot.games import face_of
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.kernel.chance import Sealed
from rules.kernel.table import Table
from rules.labirynt_smierci.combat.fight import take_places, tell_cost
from rules.labirynt_smierci.combat.orders import possible_orders
from rules.labirynt_smierci.course.ways import way_offers
from rules.labirynt_smierci.events.combat import ChronicleOfWinners, FightCost
from rules.labirynt_smierci.model import Fight
from tests.rules.labirynt_smierci import set_right as crawl

FACE = face_of("labirynt-smierci")
DOWN = {"level": 1, "square": [0, -1], "found": True, "destroyed": True}
ENDS = {"pl": "kończy grę", "en": "ends the game"}


def leaving(locale: str, **setup: Any) -> str:
    """What is said of the way out."""
    game = crawl.a_game(at=[0, 0], **setup)
    return note(Narrator(locale), next(offer.option for offer in way_offers(game) if offer.option.id == "out"))


@pytest.mark.parametrize("locale", LOCALES)
def test_leaving_says_that_it_wins_or_loses_the_game(locale: str) -> None:
    """With the Gate in ruins, and after the last adventure; else it only ends this one."""
    assert leaving(locale, gate=DOWN).startswith(f"🏆 {ENDS[locale]}")
    assert leaving(locale, adventure=3).startswith(f"🏁 {ENDS[locale]}")
    assert ENDS[locale] not in leaving(locale, adventure=2)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("strength", "may_fall"), [(2, True), (40, False)])
def test_a_blow_that_can_destroy_the_gate_is_marked(locale: str, strength: int, may_fall: bool) -> None:
    """The skill always is, where it can be tried."""
    party = [{"hero": "almuric"}, {"hero": "weldron"}]
    game = crawl.a_game(party=party, monsters={"kind": "gate", "strengths": [strength]})
    assert game.met is not None
    game.fight = Fight(monsters=((game.met.monsters[0].id,),))
    take_places(game)

    notes = {
        offered.option.id.partition(":")[0]: note(Narrator(locale), offered.option)
        for character in game.living
        for offered in possible_orders(game, game.met, character)
    }

    assert ("🏆" in notes["attack"]) == may_fall
    assert all("🏆" in said for id, said in notes.items() if id == "gate")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("pl", "🩹 Siła po walce – Almuryk: 2/8, Gislan: 9/10. Ciężkie rany: Almuryk."),
        ("en", "🩹 Strength after the fight – Almuric: 2/8, Gislan: 9/10. Badly hurt: Almuric."),
    ],
)
def test_what_a_fight_cost_is_told(locale: str, said: str) -> None:
    """Of whoever lost strength in it, as a peak directly above the question."""
    game, table = crawl.a_game(), Table((), Sealed(b"s" * 32))
    began = {character.id: character.strength_now for character in game.people}
    almuric, gislan = game.characters["almuric"], game.characters["gislan"]
    almuric.wounds, gislan.wounds = almuric.strength - 2, 1

    tell_cost(table, game, began)

    (event,) = [fact.event for fact in table.story.told]
    assert isinstance(event, FightCost)
    assert FACE.is_great(event)
    assert words(Narrator(locale), event, 0) == said.replace("2/8", f"2/{almuric.strength}").replace(
        "9/10", f"{gislan.strength - 1}/{gislan.strength}"
    )


def test_a_fight_without_wounds_cost_nothing() -> None:
    """Old wounds are not of this fight."""
    game, table = crawl.a_game(party=[{"hero": "almuric", "wounds": 4}]), Table((), Sealed(b"s" * 32))

    tell_cost(table, game, {"almuric": game.characters["almuric"].strength_now})

    assert table.story.told == []


def test_a_personal_victory_is_told_once_in_the_channel() -> None:
    """Its line in the chronicle stands in the whole story alone."""
    assert ChronicleOfWinners.fold == "detail"
