"""What a question before everybody tells and advises rests on what everybody can see."""

from __future__ import annotations

import pytest

from rules.kernel.requests import PARTY, NextAction
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.exploration.exploring import rival_offers
from rules.labirynt_czarnoksieznika.exploration.threats import threat
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game
from rules.labirynt_czarnoksieznika.turn import end_offers
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put


def openly(game: Game, why: str, offers: list[object]) -> object:
    """What is usual among what is not secret."""
    known = tuple(one for one in offers if not one.secret)  # type: ignore[attr-defined]
    return answer(game, NextAction(who=PARTY, why=why, actions=known), "s1")  # type: ignore[arg-type]


def near_home(gems: int, pack: list[str], away: list[str]) -> dict[str, object]:
    """What is told of Osten, who stands beside his Camp with this, as Azghul carries that elsewhere."""
    game = a_game()
    home = game.face(1).camp
    beside = "C3" if home != "C3" else "C4"
    put(game, "liriel", "A3@0"), put(game, "azghul", "B1@1", pack=away), put(game, "osten", f"{beside}@1", pack=pack)
    game.teams["s2"].gems = gems
    return dict(threat(game, "s1"))


def test_a_rival_who_could_win_is_warned_of_whatever_it_carries() -> None:
    """[8.2, 9] A Crystal is gone from the stack, and Osten carries something near his Camp: nobody knows whether it."""
    told = [near_home(13, [CRYSTAL], ["dagger"]), near_home(13, ["dagger"], [CRYSTAL])]

    assert told[0] == told[1]
    assert (told[0]["rival"], told[0]["theirs"]) == ("s2", 13)


@pytest.mark.parametrize(("gems", "pack"), [(3, [CRYSTAL]), (13, [])])
def test_who_cannot_win_soon_is_no_danger(gems: int, pack: list[str]) -> None:
    """Too few Gems, or empty-handed."""
    assert near_home(gems, pack, [])["far"] == 0


@pytest.mark.parametrize("pack", [[], [CRYSTAL]])
def test_what_is_usual_openly_betrays_no_crystal(pack: list[str]) -> None:
    """[3.3, 7.6] The same advice on an attack, whatever Taelin hides; the turn ends, and no Gem is spent."""
    game = a_game()
    put(game, "taelin", hand="axe", pack=pack), put(game, "osten", life=1)
    game.entered = "taelin"
    game.teams["s1"].gems = 17

    assert openly(game, "encounter.attack", [*rival_offers(game, game.characters["taelin"])]) == ["attack:osten"]
    assert openly(game, "turn.end", [*end_offers(game, "s1")]) == ["done"]
