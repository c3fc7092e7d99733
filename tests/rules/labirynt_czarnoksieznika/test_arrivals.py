"""Who comes somewhere otherwise than on foot is told where that is, and who and what is there."""

from __future__ import annotations

import pytest

from rules.kernel.requests import NextAction
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.arriving import appear, enter
from rules.labirynt_czarnoksieznika.characters.wounds import wound
from rules.labirynt_czarnoksieznika.events.course import Appeared, Awakened, Transferred
from rules.labirynt_czarnoksieznika.events.finds import RuneSeen
from rules.labirynt_czarnoksieznika.exploration.exploring import draw_rune
from rules.labirynt_czarnoksieznika.turn import go_and_explore, go_on
from tests.rules.labirynt_czarnoksieznika.builders import a_game, ordered, put
from tests.rules.playing import play, question

TAELIN, OSTEN = Word("character.taelin"), Word("character.osten")


def test_a_teleport_tells_its_chamber_and_what_is_there() -> None:
    """From the Dungeons to B3 of the Catacombs, where Osten stands and a dagger lies [4.4]."""
    game = a_game()
    taelin = put(game, "taelin", "B3@0")
    put(game, "osten", "B3@1")
    game.floor["B3@1"] = ["dagger"]

    told = play(lambda table: enter(table, game, taelin, "B2@0")).one(Transferred)

    assert told == Transferred(TAELIN, Word("board.catacombs"), "B3", (OSTEN,), (Word("loot.dagger"),))


def test_a_scroll_tells_the_board_and_who_is_there() -> None:
    """To Osten in C2 of the Dungeons [7.4]."""
    game = a_game()
    taelin = put(game, "taelin", "D1@0")
    put(game, "osten", "C2@0")

    told = play(lambda table: appear(table, game, taelin, "C2@0")).one(Appeared)

    assert told == Appeared(TAELIN, "C2", Word("chamber.plain"), Word("board.dungeons"), (OSTEN,))


def test_who_awakens_is_told_to_stand_in_its_camp() -> None:
    """Liriel rises in A4 of the Dungeons when Taelin dies [8.7]."""
    game = a_game()
    taelin = put(game, "taelin", "C2@1", life=1)
    put(game, "eriald", "A4@0")
    game.characters["liriel"].state = "asleep"

    told = play(lambda table: wound(table, game, taelin, 1)).one(Awakened)

    assert (told.where, told.board) == ("A4", Word("board.dungeons"))


@pytest.mark.parametrize(("pack", "note"), [(["dagger"], "turn.step.camp"), ([], "turn.step.camp.empty")])
def test_the_camp_promises_nothing_to_who_carries_nothing(pack: list[str], note: str) -> None:
    """Nothing becomes Gems, nothing can be stored [8.4, 8.5]."""
    game = a_game()
    put(game, "taelin", "B4@0", pack=pack)

    request = question(lambda table: go_and_explore(table, game, "s1"))

    assert isinstance(request, NextAction)
    assert {one.option.id: one.option.note for one in request.actions}["step:taelin:A4"] == note


@pytest.mark.parametrize(("pack", "ability"), [(["dagger"], Word("ability.raise_zombie")), ([], "")])
def test_the_end_of_a_turn_names_the_ability_that_it_is_asked_for(pack: list[str], ability: Word | str) -> None:
    """Azghul has something to give up for the Zombie; else it is only asked whether one more Move is paid for [5.9]."""
    game = a_game("undead", "elves")
    ordered(game, "s1", again="ask", ability="spare")
    put(game, "azghul", "C2@0", pack=pack)
    game.entered = "azghul"

    assert question(lambda table: go_on(table, game, "s1")).facts["ability"] == ability


def test_who_takes_a_rune_learns_where_it_goes() -> None:
    """To Fire on the other board, Catacombs B2; nobody else does [9.1, 9.3]."""
    game = a_game()
    taelin = put(game, "taelin", "C3@0")

    played = play(lambda table: draw_rune(table, game, taelin), {"runes.draw": ["fire"]})

    assert played.one(RuneSeen) == RuneSeen(TAELIN, Word("rune.fire"), (Word("board.catacombs"),), ("B2",))
    assert [told.to for told in played.table.story.told if isinstance(told.event, RuneSeen)] == [("s1",)]
