"""What one may not use may not be held: a field of a group's own tables [3.6, A26]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from rules.jaskinia.corrections import corrections
from rules.jaskinia.corrections.seekers import fits
from rules.jaskinia.events.cards import CardsLeft, CardsTaken
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.fight.encounters import has_loot
from rules.jaskinia.model import Game, Trip
from rules.jaskinia.scenario_setup import build
from rules.jaskinia.seeker.belongings import give_item
from rules.jaskinia.seeker.values import may_have
from rules.kernel.chance import Scripted
from rules.kernel.errors import BadTable
from rules.kernel.requests import Choose
from rules.kernel.table import Table
from tests.rules.jaskinia.builders import a_game, attacks, give, lay
from tests.rules.playing import Play, play


def barring(game: Game, **bars: Sequence[str]) -> Game:
    """A group's own cards: who may not hold which."""
    rows = [msgspec.structs.replace(row, barred=tuple(bars.get(row.id, ()))) for row in game.tables.cards.card]
    game.play_with(
        msgspec.structs.replace(game.tables, cards=msgspec.structs.replace(game.tables.cards, card=tuple(rows)))
    )
    return game


def finds(game: Game, *cards: str) -> Play:
    """The first Seeker explores where these lie."""
    lay(game, "B6", *cards)
    return play(lambda table: explore(table, game, game.seeker_of("s1"), 0))


@pytest.mark.parametrize(
    ("seeker", "bar"),
    [
        ("cannibal", "align:evil"),
        ("friar", "seeker:friar"),
        ("cannibal", "ability:no_spells"),
        ("miner", "has:rope"),
    ],
)
def test_such_a_card_stays_where_it_lies(seeker: str, bar: str) -> None:
    """By alignment, by who it is, by an ability, by what else it has; others take it."""
    game, others = (barring(a_game(one), wand=[bar], porter=[bar]) for one in (seeker, "alchemist"))
    give(game, "s1", "rope")

    assert finds(game, "wand", "porter").all(CardsTaken) == []
    assert game.lying["B6"] == ["wand", "porter"]
    assert len(finds(others, "wand", "porter").one(CardsTaken).cards) == 2


def test_of_two_that_bar_each_other_the_first_is_taken() -> None:
    """The Shield beside the Helmet is too much."""
    game = barring(a_game("miner"), helmet=["has:shield"], shield=["has:helmet"])

    finds(game, "helmet", "shield")

    assert (game.seeker_of("s1").items, game.lying["B6"]) == (["helmet"], ["shield"])


def test_what_may_be_held_no_longer_is_laid_down_at_once() -> None:
    """With the Rope comes what bars the Sword."""
    game = barring(a_game("miner"), sword=["has:rope"])
    give(game, "s1", "sword")

    said = finds(game, "rope")

    assert (game.seeker_of("s1").items, game.lying["B6"]) == (["rope"], ["sword"])
    assert len(said.all(CardsLeft)) == 1


def test_it_is_no_loot() -> None:
    """The winner is not offered it, and a thief finds nothing."""
    game = barring(a_game("miner", "friar"), sword=["align:neutral"])
    game.trip = Trip(power=3, path=["B6"])
    other = give(game, "s2", "sword", "rope")

    said = attacks(game, own=6, foe=1, duel__spoils=["item:rope"])
    (request,) = said.requests

    assert isinstance(request, Choose)
    assert [option.id for option in request.options] == ["wound", "gold", "item:rope"]
    other.gold, other.items = 0, ["sword"]
    assert not has_loot(game, game.seeker_of("s1"), other)


def test_who_is_given_it_all_the_same_lays_it_down() -> None:
    """Nobody keeps it in hand."""
    game = barring(a_game("miner", "friar"), sword=["align:neutral"])
    other = give(game, "s2", "sword")

    give_item(Table((), Scripted({})), game, other, game.seeker_of("s1"), "sword")

    assert game.lying["B6"] == ["sword"]


def test_a_game_master_neither_grants_it_nor_what_would_bar_another() -> None:
    """Neither the Wand itself nor the Rope that bars the Sword in hand."""
    game = barring(a_game("cannibal"), wand=["ability:no_spells"], sword=["has:rope"])
    one = give(game, "s1", "sword")

    grant = next(action for action in corrections(game) if action.option.id == "grant:s1").ask

    assert isinstance(grant, Choose)
    assert not {"wand", "rope"} & {option.id for option in grant.options}
    assert fits(game, one)
    assert not fits(game, msgspec.structs.replace(one, items=["sword", "rope"]))


def test_a_position_that_the_rules_do_not_allow_is_refused() -> None:
    """A scenario of a group's own tables names the Seeker and the card."""
    tables = barring(a_game("cannibal"), wand=["ability:no_spells"]).tables

    with pytest.raises(BadTable) as bad:
        build(tables, {"seekers": [{"id": "cannibal", "items": ["wand"]}]})

    assert (bad.value.key, "'wand'" in bad.value.expected) == ("setup.seekers[0]", True)


def test_as_the_game_comes_every_card_is_for_everybody() -> None:
    """None of the cards of the house bars anybody."""
    game = a_game("cannibal")

    assert all(may_have(game, game.seeker_of("s1"), card.id) for card in game.tables.cards.card)
