"""What now: whoever looks at their own things reads what to go for next, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.prompts.words import note
from bot.games import face_of
from bot.games.labirynt_smierci.sheets import party as party_sheet
from bot.words.narrator import LOCALES, Narrator
from rules.jaskinia.rulebook import Jaskinia
from rules.jaskinia.turn import GROWN
from rules.labirynt_czarnoksieznika.exploration.exploring import draw_rune, goals_of
from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika
from rules.labirynt_czarnoksieznika.tables.sheets import board_of, chamber_of
from rules.labirynt_smierci.encounter.talks import perils
from tests.rules.jaskinia import builders as cave
from tests.rules.labirynt_czarnoksieznika import builders as sorcerer
from tests.rules.labirynt_smierci import set_right as crawl
from tests.rules.playing import question

FACE = face_of("labirynt-smierci")
SORCERER, CAVE = LabiryntCzarnoksieznika.with_tables(), Jaskinia.with_tables()


def things(game: object, seat: str, locale: str = "en") -> str:
    """What the seat reads of its own things."""
    rules = CAVE if type(game).__module__.startswith("rules.jaskinia") else SORCERER
    return face_of(rules.name).mine(Narrator(locale), rules.view(game, seat))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_rune_is_told_where_it_goes(locale: str) -> None:
    """The chambers of its element on the others' boards, and only whose it is reads so [9.2]."""
    game = sorcerer.a_game("elves", "undead", "dwarves")
    sorcerer.put(game, "liriel", rune="fire")
    goals = goals_of(game, "s1", "fire")
    narrator = Narrator(locale)

    said = things(game, "s1", locale)

    assert goals
    assert all(board_of(where) != game.teams["s1"].board for where in goals)
    for where in goals:
        assert narrator.say("sorcerer.place", where=chamber_of(where), board=game.board_name(board_of(where))) in said


def test_nobody_else_learns_where_a_rune_goes() -> None:
    """Neither another player nor whoever looks on [7.6]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel", rune="fire")

    for viewer in ("s2", None):
        cards = [card for team in SORCERER.view(game, viewer).teams for card in team.cards if card.id == "liriel"]
        assert [card.goals for card in cards] == [()]


def test_who_has_no_rune_is_told_where_one_is() -> None:
    """In the Rune chamber of the own board; and how many Gems are missing to victory [9.1, E1]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel")
    game.teams["s1"].gems = game.options.gems - 5

    said = things(game, "s1")

    assert "a Rune from the Rune chamber" in said
    assert "5 more Gems" in said


def test_a_crystal_goes_home() -> None:
    """To the own Camp, where it becomes Gems [8.4]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel", pack=["crystal"])

    assert "brings the Crystal home" in things(game, "s1")
    assert chamber_of(game.camp_of("s1")) in things(game, "s1")


def test_a_seeker_is_told_what_is_missing() -> None:
    """Trophies to the next Strength; the Gates, then the search, then the trials [3.2, 10.2–10.8]."""
    game = cave.a_game("miner")
    one = game.seeker_of("s1")

    assert "7 points more for +1 Strength" in things(game, "s1")
    assert "through the Gates" in things(game, "s1")
    game.gates.append(game.tables.board.gate[0].id)
    assert "Strength and Power (9 together)" in things(game, "s1")
    one.strength = GROWN - one.power
    assert "Chambers beyond the Gates" in things(game, "s1")
    game.crystal, one.trials = game.tables.board.chambers[0], ["power"]
    assert "trials to pass: 2" in things(game, "s1")
    assert game.crystal in things(game, "s1")


def test_trophies_enough_are_to_be_traded() -> None:
    """Seven points are a Strength [3.2]."""
    game = cave.a_game("miner")
    cave.give(game, "s1", "cave_dragon")

    assert "trade them" in things(game, "s1")


@pytest.mark.parametrize(("locale", "crystal"), [("pl", "Kryszta"), ("en", "Crystal")])
def test_no_aim_before_everybody_names_a_crystal_that_may_not_be_there(locale: str, crystal: str) -> None:
    """Whoever comes from a Task with something in the Backpack knows what it is; nobody else does [7.6]."""
    assert crystal not in Narrator(locale).say("aim.bring")


@pytest.mark.parametrize("locale", LOCALES)
def test_of_two_runes_each_says_where_it_would_go(locale: str) -> None:
    """The reader of runes chooses by the way that each would have to be carried [9.1, 9.2, 11]."""
    game = sorcerer.a_game("dwarves", "undead")
    reader = next(one for one in game.cards_of("s1") if game.card(one.id).ability == "pick_rune")
    sorcerer.put(game, reader.id)

    ask: Any = question(lambda table: draw_rune(table, game, reader), {"runes.draw": ["fire", "water"]})

    for option in ask.options:
        said = note(Narrator(locale), option)
        assert all(chamber_of(where) in said for where in goals_of(game, "s1", option.id))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ["traps.disarm.odds", "traps.take.cost", "traps.nobody.cost"])
def test_a_trap_that_can_kill_has_its_own_words(locale: str, key: str) -> None:
    """Others than one that cannot [7.2]."""
    facts = {"who": "Ala", "first": "Ala", "skill": 1, "strength": 3, "usual": 1, "worst": 4}

    said = [Narrator(locale).say(f"note.{key}", **facts, percent=percent) for percent in (0, 24)]

    assert said[1].startswith(said[0])
    assert "24%" in said[1].removeprefix(said[0])
    assert "?" not in "".join(said)


@pytest.mark.parametrize("locale", LOCALES)
def test_before_a_mirror_the_party_is_told_to_look(locale: str) -> None:
    """Nobody seeks what stands there; once looked into, another one is wanted [13]."""
    game, narrator = crawl.a_game(), Narrator(locale)
    game.here.kind = "mirror"

    for looked, key in ((False, "mirror.here"), (True, "mirror")):
        game.here.examined = looked
        said = "".join(FACE.course(narrator, FACE.weighed(game, crawl.RULES.view(game, "s1"))))

        assert narrator.say(f"aim.{key}") in said


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ["enter.note", "enter.unlimited", "home.cost", "home.winners"])
def test_outside_everything_has_its_words(locale: str, key: str) -> None:
    """What going on would bring, and what going home leaves [17]."""
    facts = {"next": 2, "most": 3, "points": 100, "gold": 100, "winners": ("Ala", "Ola")}

    said = Narrator(locale).say(f"note.outside.{key}", **facts)

    assert "?" not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_every_power_of_a_monster_has_its_words(locale: str) -> None:
    """What is told of them before a fight [15]."""
    for sheet in crawl.a_game().tables.monsters.monster:
        game = crawl.a_game(monsters={"kind": sheet.id, "strengths": [5]})
        assert game.met is not None
        assert all(Narrator(locale).has_words(word.key) for word in perils(game, game.met))


KNOWN: dict[str, Any] = {"level": 1, "segments_left": None}
MIGHTY = [
    {"hero": hero, "strength": 30, "dexterity": 9, "skills": {"gate": 5}} for hero in ("almuric", "zareth", "gilith")
]
"""Whom the Gate could not withstand."""


def course(locale: str = "en", **setup: Any) -> str:
    """What a party reads of its course."""
    game = crawl.a_game(**setup)
    return "\n".join(FACE.course(Narrator(locale), FACE.weighed(game, crawl.RULES.view(game, "s1"))))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("gate", "key"),
    [
        (None, "mirror"),
        ({"level": 2}, "level"),
        (KNOWN, "near"),
        ({**KNOWN, "segments_left": 4}, "left"),
        ({**KNOWN, "square": [-1, -1], "found": True}, "gate"),
        ({**KNOWN, "square": [-1, -1], "found": True, "destroyed": True}, "out"),
    ],
)
def test_a_party_is_told_what_now(locale: str, gate: dict[str, Any] | None, key: str) -> None:
    """By mirrors to the Gate, through its guards, and out again [13, 16, 17]; the way home besides."""
    game, narrator = crawl.a_game(gate=gate, party=MIGHTY), Narrator(locale)

    said = "".join(FACE.course(narrator, FACE.weighed(game, crawl.RULES.view(game, "s1"))))

    assert narrator.say(f"aim.{key}", level=(gate or {}).get("level"), left=4) in said
    assert narrator.say("aim.home", steps=1) in said
    assert "?" not in said


@pytest.mark.parametrize(("locale", "nearest"), [("pl", "; najbliżej: "), ("en", "; nearest: ")])
def test_who_is_nearest_to_a_victory_alone_is_told_once_somebody_is(locale: str, nearest: str) -> None:
    """Not while all are equal [17]."""
    everybody = [{"hero": hero} for hero in ("almuric", "zareth")]

    equal = course(locale, party=everybody)
    ahead = course(locale, party=[everybody[0], {**everybody[1], "experience": 5}])

    assert nearest not in equal
    assert nearest in ahead
    assert "?" not in equal + ahead


@pytest.mark.parametrize(("locale", "sun"), [("pl", "słońce"), ("en", "sun")])
def test_outside_the_labyrinth_no_sun_is_told(locale: str, sun: str) -> None:
    """It rises with the adventure; no dash stands for it, neither in the course nor on the party's sheet."""
    narrator, game = Narrator(locale), crawl.a_game()
    within = crawl.RULES.view(game, "s1")
    game.sun = None
    outside = crawl.RULES.view(game, "s1")

    for view, expected in ((within, True), (outside, False)):
        first_lines = (FACE.course(narrator, FACE.weighed(game, view))[0], party_sheet(narrator, view.party))
        assert [f"{sun}: " in line.splitlines()[0] for line in first_lines] == [expected] * 2


def test_whom_the_gate_would_beat_is_told_to_grow_and_why() -> None:
    """In the last adventure one in ten is enough [16]."""
    early, late = course(gate={"level": 2}), course(gate={"level": 2}, adventure=3)
    mighty = course(gate={"level": 2}, adventure=3, party=MIGHTY)

    assert "grow stronger" in early
    assert "level 2" in early
    assert "“as usual” keeps away from it until it would in 7 of 10 tries." in early
    assert "“as usual” keeps away from it until it would in 1 of 10 tries." in late
    assert "take the stairs to level 2" in mighty
    assert "now or never" in mighty


HEMMED_IN: dict[str, Any] = {
    "gate": {**KNOWN, "segments_left": 1},
    "maze": [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, {"at": [0, -1], "sides": "CWCW"}],
    "at": [0, -1],
    "taught": 9,
    "options": {"wanderers": "explored"},
}
"""A position where all that is left is the Gate."""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("setup", "advised"), [({}, False), ({"winners": ["almuric"]}, True), ({"party": MIGHTY}, True)]
)
def test_nobody_is_advised_to_lose(locale: str, setup: dict[str, Any], advised: bool) -> None:
    """In the last adventure, before a Gate that would not fall, unless somebody has won alone [16, 17]."""
    setup = {**HEMMED_IN, "adventure": 3, **setup}
    game = crawl.a_game(**setup)
    _, request = crawl.asked(game)

    assert (FACE.starred(game, request) is not None) is advised
    assert (Narrator(locale).say("aim.save") in course(locale, **setup)) is ("party" not in setup)


def test_preparations_do_not_take_the_star_from_the_way() -> None:
    """The autopilot casts Mage Armor when it plays for the absent; people are shown the way."""
    party, maze = [{"hero": "almuric"}, {"hero": "eodred", "usable": ["mage_armor"]}], HEMMED_IN["maze"]
    game = crawl.a_game(party=party, maze=maze, at=[0, -1], sun="red", formation=[["almuric"], ["eodred"]])
    _, request = crawl.asked(game)
    starred = FACE.starred(game, request)
    assert starred is not None

    assert crawl.RULES.autopilot(game, request, "s1") == ["cast:mage_armor", "eodred>almuric"]
    assert crawl.RULES.autopilot(game, starred, "s1") == ["explore"]


@pytest.mark.parametrize("locale", LOCALES)
def test_who_is_fit_for_the_gate_is_told_the_odds(locale: str) -> None:
    """Nobody has to guess whether it would fall [16]; badly hurt one heals first, and reads what that changes."""
    narrator, close = Narrator(locale), {**KNOWN, "segments_left": 1}
    hurt = [{**one, "wounds": 25} for one in MIGHTY]

    fit, weary = course(locale, gate=close, party=MIGHTY), course(locale, gate=close, party=hurt)

    assert narrator.say("aim.odds", healed=10) in fit
    assert narrator.say("aim.now", aim=narrator.say("aim.heal", steps=1)) in weary
    assert narrator.say("aim.odds", healed=10) not in weary
    assert "?" not in fit + weary


@pytest.mark.parametrize(("wounds", "homeward"), [(0, False), (20, True)])
def test_the_aim_is_what_as_usual_does(wounds: int, homeward: bool) -> None:
    """Both send home who is badly hurt, and nobody else."""
    party = [{**one, "wounds": wounds} for one in MIGHTY]
    game = crawl.a_game(party=party)
    _, request = crawl.asked(game)

    usual = crawl.RULES.autopilot(game, request, "s1")

    assert (usual == ["s"]) == homeward
    assert ("go out and let wounds heal" in course(party=party)) == homeward


def test_a_mirror_that_counts_is_looked_into_first() -> None:
    """It tells how far the Gate is, however weak one is [13]."""
    maze = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, {"at": [0, -1], "kind": "mirror", "sides": "DDDD"}]

    assert "look into the mirror; it tells how far" in course(gate=KNOWN, maze=maze)


def test_where_nothing_is_left_to_grow_by_the_gate_is_named_with_its_odds() -> None:
    """Nobody is told to grow who cannot [12, 16]."""
    maze = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, {"at": [0, -1], "sides": "CWCW"}]

    said = course(gate={**KNOWN, "segments_left": 1}, maze=maze, taught=9, options={"wanderers": "explored"})

    assert "the Black Gate is 1 new segment away. The Gate would hardly fall." in said
    assert "Nothing is left to explore" in said
    assert "grow stronger" not in said
