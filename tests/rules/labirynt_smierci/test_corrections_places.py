"""What a game master sets right and places in the labyrinth, and at which moments."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Answer
from rules.kernel.chance import Sealed
from rules.kernel.corrections import Correcting, entry
from rules.kernel.errors import Diverged
from rules.kernel.events import Event
from rules.kernel.grid import Square
from rules.kernel.requests import Everyone, Form, Request
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.events.combat import CharacterDied, FightWon
from rules.labirynt_smierci.events.corrections import MemberReturned, MonstersPlaced, MonstersRemoved
from rules.labirynt_smierci.events.course import MonstersStillThere
from rules.labirynt_smierci.events.magic import FightStopped
from rules.labirynt_smierci.model import Game
from tests.rules.labirynt_smierci.set_right import (
    MAZE,
    PARTY,
    RULES,
    a_game,
    asked,
    of,
    open_now,
    orcs,
    question,
    set_right,
)

# The labyrinth ---------------------------------------------------------------------------------------------------


def test_the_party_is_moved_through_no_door() -> None:
    """So that every door is another way; who was left there is met anew."""
    game = a_game(monsters=orcs(3, 4, at=[-1, -1], stance="truce", bribed=True))
    game.entered_by = "s"

    told = set_right(game, "position:1", "-1,-1")

    assert (game.square, game.entered_by) == (Square(-1, -1), None)
    assert MonstersStillThere(Word("monster.orc"), 2) in told
    assert game.met is not None
    assert (game.met.stance, game.met.bribed) == ("hostile", False)


def test_nobody_is_moved_where_no_way_leads_home() -> None:
    """A room behind a locked door."""
    locked = [{"at": [0, -1], "kind": "corridor", "sides": "WCCW"}, {"at": [-1, -1], "kind": "room", "sides": "DWWW"}]

    offered = question(a_game(maze=[MAZE[0], *locked]), "position:1").options

    assert [option.id for option in offered] == ["0,0"]


def test_a_chosen_segment_is_laid_at_an_exit() -> None:
    """Out of the bag, in a way that fits; monsters and doors are left to the rules."""
    game = a_game()
    before = game.bag["w"]

    set_right(game, "lay:-1,-2", "w:DDDD")

    laid = game.levels[1][Square(-1, -2)]
    assert (laid.kind, laid.sides, laid.visited) == ("fountain", "DDDD", False)
    assert game.bag["w"] == before - 1


def test_only_what_fits_is_laid() -> None:
    """East of the corridor only a corridor joins on."""
    offered = question(a_game(), "lay:1,-1").options

    assert dict.fromkeys(option.facts["kind"].key for option in offered) == {"segment.corridor": None}


def test_stairs_are_laid_on_every_level() -> None:
    """As if they had been drawn [6.5]."""
    game = a_game()

    set_right(game, "lay:-1,-2", "s:DDDD")

    assert [level[Square(-1, -2)].kind for level in game.levels.values()] == ["stairs"] * 3


# Monsters --------------------------------------------------------------------------------------------------------


def test_monsters_on_another_segment_have_their_usual_strength_if_nothing_is_said() -> None:
    """1K6+2 is 5 or 6: six; the level adds its own."""
    game = a_game(maze=[*MAZE, *({"at": [x, 5], "kind": "room", "sides": "DDDD", "level": 2} for x in (5, 6))])
    on_the_first = set_right(game, "lair", {"where": "-1,-1", "kind": "ogre", "number": 1, "strength": 0})
    game.level, game.square = 2, Square(5, 5)
    on_the_second = set_right(game, "lair", {"where": "6,5", "kind": "ogre", "number": 1, "strength": 0})

    strengths = [event.strengths for event in (*on_the_first, *on_the_second) if isinstance(event, MonstersPlaced)]

    assert strengths == [(6,), (6 + RULES.tables.levels.of(2).strength,)]


def test_monsters_wait_on_another_segment() -> None:
    """Where the party was and nobody is."""
    game = a_game()

    set_right(game, "lair", {"where": "-1,-1", "kind": "orc", "number": 3, "strength": 4})

    group = game.levels[1][Square(-1, -1)].group
    assert group is not None
    assert [one.strength for one in group.living] == [4, 4, 4]
    assert game.met is None


def test_the_group_that_is_met_can_be_sent_away() -> None:
    """The encounter is over, and nothing of theirs is left."""
    game = a_game(monsters=orcs(3, 4))

    told, waiting = asked(game, entry(0, 0, "dismiss"))

    assert told == [MonstersRemoved(Word("monster.orc"), 2)]
    assert waiting.why == "way"


def test_a_monsters_strength_is_set() -> None:
    """More than it began with raises its full strength; less is a wound."""
    game = a_game(monsters=orcs(3, 4))

    set_right(game, "foe:orc-1", 8)
    set_right(game, "foe:orc-2", 1)

    assert game.met is not None
    assert [(one.full, one.wounds) for one in game.met.monsters] == [(8, 0), (4, 3)]


# Its moments -----------------------------------------------------------------------------------------------------


def test_whom_the_game_master_strikes_down_can_be_called_back() -> None:
    """Before the party goes on; his things are divided after it."""
    game = a_game(party=[*PARTY[:2], {"hero": "zareth", "known": ["resurrection"], "usable": ["resurrection"]}])
    of(game, "zareth").items = []
    set_right(game, "give:zareth", "ring.resurrection")
    of(game, "zareth").items[0].worn = True
    of(game, "zareth").uses = {"resurrection": 1}

    _, waiting = asked(game, entry(0, 0, "strength:almuric", 0))

    assert waiting.why == "resurrection"


def test_whom_the_game_master_struck_down_is_back_at_the_same_question() -> None:
    """Nothing was answered in between: what came of the one entry comes before the next."""
    game = a_game()

    told, waiting = asked(game, entry(0, 0, "strength:almuric", 0), entry(0, 1, "strength:almuric", 6))

    assert waiting.why == "way"
    assert of(game, "almuric").strength_now == 6
    assert MemberReturned(Word("hero.almuric"), 6) in told


def test_outside_the_labyrinth_too_the_dead_come_back() -> None:
    """At the question at which they died."""
    game, play = RULES.scene("outside", {"party": PARTY, "maze": MAZE, "at": [0, 0], "outside": True})
    blows = [entry(0, 0, "strength:almuric", 0), entry(0, 1, "strength:almuric", 6)]
    table = Table((), Sealed(b"s" * 32), correct=Correcting(RULES, game), corrections=blows)

    with pytest.raises(Waiting, match="outside"):
        play(table)

    assert of(game, "almuric").strength_now == 6


def test_in_a_fight_nobody_is_moved_or_placed() -> None:
    """The place of a fight stays; all that stands on a sheet may be set, death included, and monsters sent away."""
    game = a_game(monsters=orcs(3, 4, 2))
    fighting(game)

    verbs = dict.fromkeys(one.partition(":")[0] for one in open_now(game))

    assert list(verbs) == [
        "strength", "full", "resistance", "dexterity", "gold", "experience", "give", "arm", "valuable",
        "learn", "forget", "usable", "formation", "foe", "dismiss", "leave",
    ]  # fmt: skip
    assert question(game, "strength:almuric").least == 0
    assert question(game, "foe:orc-1").least == 0


def test_one_monster_is_sent_away_from_a_fight() -> None:
    """The others fight on; of the last one only the whole group can be sent away."""
    game, told, _ = a_round(entry(0, 0, "leave:orc-1"))
    left = [monster.id for monster in game.met.living] if game.met else []
    removed = [event for event in told if isinstance(event, MonstersRemoved)]

    assert "orc-1" not in left
    assert [(event.number, event.mark) for event in removed] == [(1, "A")]
    assert game.fight
    assert not any("orc-1" in rank for rank in game.fight.monsters)
    assert any(id.startswith("leave:") for id in open_now(game)) == (len(left) > 1)


def test_who_is_struck_down_in_a_fight_is_dead_for_its_next_round() -> None:
    """And who is called back fights on [9]."""
    game, told, waiting = a_round(entry(0, 0, "strength:almuric", 0), entry(0, 1, "strength:zareth", 0))
    _, _, again = a_round(entry(0, 0, "strength:almuric", 0), entry(0, 1, "strength:almuric", 5))

    assert [character.id for character in game.living] == ["gislan"]
    assert [event.who for event in told if isinstance(event, CharacterDied)] == [
        Word("hero.almuric"),
        Word("hero.zareth"),
    ]
    assert orders_asked(waiting) == ["gislan"]
    assert "almuric" in orders_asked(again)


def test_the_last_one_cannot_be_struck_down_in_a_fight_either() -> None:
    game, _, _ = a_round(entry(0, 0, "strength:almuric", 0), entry(0, 1, "strength:zareth", 0))

    assert question(game, "strength:gislan").least == 1


def test_monsters_struck_down_by_the_game_master_are_a_victory() -> None:
    """With experience and treasure, as after the last blow [9, 12]."""
    game, told, _ = a_round(*(entry(0, n, f"foe:orc-{n + 1}", 0) for n in range(3)))

    assert any(isinstance(event, FightWon) for event in told)
    assert (game.met, game.fight) == (None, None)
    assert game.tally.kills == 3


def test_monsters_sent_away_in_a_fight_are_gone() -> None:
    """Nobody won: no experience, no treasure."""
    game, told, _ = a_round(entry(0, 0, "dismiss"))

    kinds = [type(event) for event in told]
    assert MonstersRemoved in kinds
    assert not {FightWon, FightStopped} & {*kinds}
    assert (game.met, game.fight) == (None, None)


def test_what_is_ruled_after_monsters_were_sent_away_in_a_fight_waits_for_its_end() -> None:
    """Both stand at one step of the log, and only the first is for the fight."""
    game = a_game(monsters=orcs(3, 4, 2))
    rulings = [entry(0, 0, "dismiss"), entry(0, 1, "adventure", 2)]
    table = Table((), Sealed(b"s" * 32), correct=Correcting(RULES, game), corrections=rulings)
    assert game.met is not None

    fight(table, game, game.met)
    assert (game.adventure, game.fight, game.met) == (1, None, None)
    table.set_right()
    assert game.adventure == 2


def a_round(*entries: Answer) -> tuple[Game, list[Event], Request[Any] | None]:
    """A fight against three Orcs with these corrections in its first round: the game, what is told, what is asked."""
    game = a_game(monsters=orcs(3, 4, 2))
    assert game.met is not None
    table = Table((), Sealed(b"s" * 32), correct=Correcting(RULES, game), corrections=entries)
    try:
        fight(table, game, game.met)
    except Waiting as wait:
        return game, [one.event for one in table.story.told], wait.request
    return game, [one.event for one in table.story.told], None


def orders_asked(request: Request[Any] | None) -> list[str]:
    """The characters for whom orders are asked."""
    assert isinstance(request, Everyone)
    fields = [field.name for form in request.asks.values() if isinstance(form, Form) for field in form.fields]
    return [name for name in fields if name in ("almuric", "gislan", "zareth")]


def fighting(game: Game) -> None:
    """The party has chosen to fight, and waits for the orders of the first round."""
    assert game.met is not None
    with pytest.raises(Waiting, match=r"combat\.orders"):
        fight(Table((), Sealed(b"s" * 32)), game, game.met)


def test_ranks_that_are_set_in_a_fight_hold_in_its_next_round() -> None:
    """Who stands in front now is whom the monsters reach."""
    game = a_game(monsters=orcs(3, 4, 2))
    fighting(game)

    set_right(game, "formation", [["zareth", "gislan"], ["almuric"]])

    assert game.fight is not None
    assert game.formation[0] == ("zareth", "gislan")


def test_places_are_taken_anew_after_a_ruling_on_the_ranks_in_a_fight() -> None:
    """The monsters reach the new first rank in the same round."""
    game, _, _ = a_round(entry(0, 0, "formation", [["zareth", "gislan"], ["almuric"]]))

    assert game.fight is not None
    assert game.fight.party_places == {"zareth": -1, "gislan": 1}


def test_a_correction_that_is_not_open_diverges() -> None:
    """A log cannot move the party out of an encounter."""
    with pytest.raises(Diverged):
        asked(a_game(monsters=orcs(3)), entry(0, 0, "position:1", "0,0"))
