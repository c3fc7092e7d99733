"""What a question before everybody tells and advises rests on what everybody can see."""

from __future__ import annotations

import msgspec
import pytest

from bot.words.catalogues import keys
from bot.words.narrator import Narrator
from rules.kernel.requests import GM, PARTY, NextAction
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds, leave
from rules.labirynt_czarnoksieznika.events.finds import FindsSeen
from rules.labirynt_czarnoksieznika.exploration.exploring import do_tasks, rival_offers, threat
from rules.labirynt_czarnoksieznika.exploration.penetration import pack as ask_what_to_carry
from rules.labirynt_czarnoksieznika.make_view import view
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game
from rules.labirynt_czarnoksieznika.turn import end_offers, go_and_explore
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put
from tests.rules.playing import play, question


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


def aim_of(game: Game) -> tuple[object, object]:
    """What the question for the Move says is next."""
    facts = question(lambda table: go_and_explore(table, game, "s1")).facts
    return facts["aim"], facts["at"]


def test_a_crystal_that_everybody_saw_is_to_be_brought_home() -> None:
    """[9.3, 8.4] Who won it is named until it is laid down for all to see; what is in a Backpack counts nothing."""
    game = a_game()
    liriel = put(game, "liriel", f"{game.face(1).fire}@1", rune="fire")
    play(lambda table: do_tasks(table, game, liriel))

    assert aim_of(game) == (Word("aim.crystal"), liriel.name)

    liriel.pack.remove(CRYSTAL)
    play(lambda table: leave(table, game, liriel, [CRYSTAL]))

    assert aim_of(game)[0] != Word("aim.crystal")


def test_what_packing_as_usual_lays_down_only_its_player_sees() -> None:
    """[5.7, 7.6] While it is asked; a Crystal never."""
    game = a_game()
    taelin = put(game, "taelin", "C1@0")
    taelin.pack, taelin.loot = ["haste"] * game.card("taelin").backpack, [CRYSTAL]

    question(lambda table: ask_what_to_carry(table, game, taelin, penetrating=True))

    assert view(game, "s1").lays == view(game, GM).lays == (Word("loot.haste"),)
    assert view(game, "s2").lays == view(game, None).lays == ()


@pytest.mark.parametrize("pack", [["elixir"], ["dagger"]])
def test_before_everybody_packing_as_usual_says_nothing_that_a_backpack_decides(pack: list[str]) -> None:
    """[5.7, 7.6] Whether the elixir that lies there is worth a box; its player is told."""
    game = a_game()
    taelin = put(game, "taelin", "C1@0", hand="sword")
    taelin.pack = pack * game.card("taelin").backpack
    game.floor["C1@0"] = ["elixir"]

    request = question(lambda table: ask_what_to_carry(table, game, taelin, penetrating=True))

    usual = next(one.option for one in request.actions if one.option.id == "usual")  # type: ignore[attr-defined]
    assert usual.note == "pack.usual.best"
    assert view(game, "s1").takes == ((Word("loot.elixir"),) if pack == ["dagger"] else ())
    assert view(game, "s2").takes == ()


def test_a_scroll_of_no_use_to_who_finds_it_is_noted() -> None:
    """[7.4] Its kind of magic is not on the card."""
    game = a_game("dwarves", "undead")
    finder = next(one for one in game.cards_of("s1") if not game.card(one.id).magic)
    put(game, finder.id)
    game.bag = {"fate": 1, "dagger": 1}
    found = play(lambda table: draw_finds(table, game, finder, 2), {"finds.draw": ["fate", "dagger"]})

    assert found.one(FindsSeen).useless == (Word("loot.fate"),)


@pytest.mark.parametrize(
    ("token", "haldra", "says"),
    [
        ("fate", "active", "Haldra can read Change of Fate, Borgrim cannot."),
        ("fate", "asleep", "Nobody awake can read Change of Fate, only Haldra, still asleep."),
        ("rust", "active", "Nobody on the team can read this: Rust."),
    ],
)
def test_who_can_read_such_a_scroll_is_named(token: str, haldra: str, says: str) -> None:
    """[7.4] And whether it sleeps; Borgrim and Wolsung know no magic, Haldra spells."""
    game = a_game("dwarves", "undead")
    finder = put(game, "borgrim")
    put(game, "wolsung")
    if haldra == "active":
        put(game, "haldra")
    game.bag = {token: 1}

    seen = play(lambda table: draw_finds(table, game, finder, 1), {"finds.draw": [token]}).one(FindsSeen)

    facts = msgspec.structs.asdict(seen)
    assert says in Narrator("en").first_known(*keys("event.FindsSeen", facts), **facts)


def test_when_the_game_is_over_nothing_is_hidden() -> None:
    """[7.6] Backpacks, Runes and Camps lie open."""
    game = a_game()
    put(game, "liriel", pack=["dagger"], rune="fire")
    assert view(game, None).teams[0].cards[0].pack is None

    game.outcome = "gems"

    shown = view(game, None).teams[0]
    [card] = [card for card in shown.cards if card.id == "liriel"]
    assert [token.id for token in card.pack or ()] == ["dagger"]
    assert card.rune == "fire"
    assert shown.store is not None
