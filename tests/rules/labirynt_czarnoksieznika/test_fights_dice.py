"""Dice in fights and elsewhere: thrown again for Gems, changed by Change of Fate, who is asked [8.2, 8.3, A23]."""

from __future__ import annotations

from typing import Any

from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.throws import throw, throw_table
from tests.rules.labirynt_czarnoksieznika.builders import Play, a_game, attacks, meets, ordered, play, put

REROLL, FATE = "fight.reroll", "fight.fate"


def rich(game: Game, *seats: str, gems: int = 4) -> None:
    """These players can pay for two throws."""
    for seat in seats:
        game.teams[seat].gems = gems


# Throws in a clash, bought ---------------------------------------------------------------------------------------


def test_who_cannot_pay_is_not_asked() -> None:
    """One Gem is not enough for another throw, lost or not."""
    game = a_game()
    put(game, "liriel"), put(game, "osten")

    assert attacks(game, "liriel", "osten", [2], [5]).asked == []


def test_who_wins_is_not_asked_and_who_loses_is() -> None:
    """As standing orders are in the beginning; the loser keeps the dice."""
    game = a_game()
    rich(game, "s1", "s2")
    put(game, "liriel"), put(game, "osten")

    played = attacks(game, "liriel", "osten", [2], [5], fight__reroll=["keep"])

    assert played.asked == [("s1", REROLL)]
    assert played.requests[0].secret is False


def test_the_own_die_is_thrown_again() -> None:
    """Two Gems; the new face stands, and wins."""
    game = a_game()
    rich(game, "s1", gems=3)
    put(game, "liriel"), put(game, "osten")

    played = attacks(game, "liriel", "osten", [2, 6], [3], fight__reroll=["own"])

    assert played.one(fights.DieRethrown) == fights.DieRethrown("s1", 2, 6, 1)
    assert (played.one(fights.ClashWon).own, game.teams["s1"].gems, game.tally.rerolls) == (8, 1, 1)


def test_the_monsters_die_is_thrown_again() -> None:
    """A six becomes a one: the dragon loses [6.3]."""
    game = a_game()
    rich(game, "s1")
    put(game, "liriel")

    played = meets(game, "liriel", "dragon", [2], [6, 1], fight__reroll=["other"], finds__draw=["axe"] * 3)

    assert played.one(fights.ClashWon).natural_one


def test_each_die_once_and_the_question_comes_again_while_it_can_be_paid() -> None:
    """Both dice; afterwards there is nothing left to ask."""
    game = a_game()
    rich(game, "s1", gems=9)
    put(game, "liriel")

    played = meets(game, "liriel", "dragon", [2, 3], [6, 5], fight__reroll=["own", "other"])

    assert (played.options(REROLL), played.options(REROLL, 1)) == (["keep", "own", "other"], ["keep", "other"])
    assert game.teams["s1"].gems == 5


def test_after_a_purchase_who_cannot_pay_again_is_not_asked() -> None:
    """Three Gems are one throw."""
    game = a_game()
    rich(game, "s1", gems=3)
    put(game, "liriel")

    assert len(meets(game, "liriel", "dragon", [2, 3], [6], fight__reroll=["own"]).asked) == 1


def test_after_a_throw_that_wins_nobody_is_asked_again() -> None:
    """The clash is won now."""
    game = a_game()
    rich(game, "s1")
    put(game, "liriel")

    played = meets(game, "liriel", "sentry", [2, 6], [3], fight__reroll=["own"], finds__draw=["axe"])

    assert len(played.asked) == 1


def test_the_attacker_is_first_and_a_die_is_thrown_again_once_by_whomever() -> None:
    """The attacker has both dice thrown again: the defender, who loses now, has none left to buy [8.3]."""
    game = a_game()
    rich(game, "s1", "s2")
    put(game, "liriel"), put(game, "osten")

    played = attacks(game, "liriel", "osten", [2, 4], [5, 2], fight__reroll=["other", "own"])

    assert played.asked == [("s1", REROLL)] * 2
    assert played.one(fights.ClashTied).own == 6


def test_the_defender_buys_what_the_attacker_left() -> None:
    """The attacker's die only was thrown again; the defender takes his own."""
    game = a_game()
    rich(game, "s1", "s2")
    put(game, "liriel"), put(game, "osten")

    played = attacks(game, "liriel", "osten", [2, 6], [3, 5], fight__reroll=["own", "own"])

    assert played.asked == [("s1", REROLL), ("s2", REROLL)]
    assert played.options(REROLL, 1) == ["keep", "own"]
    assert (played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs) == (8, 9)


def test_a_natural_one_may_be_thrown_again() -> None:
    """Before the natural faces count [6.12]."""
    game = a_game()
    rich(game, "s1")
    put(game, "taelin")

    assert meets(game, "taelin", "sentry", [1, 5], [2], fight__reroll=["own"], finds__draw=["axe"]).one(fights.ClashWon)


# Change of Fate in a clash ---------------------------------------------------------------------------------------


def test_fate_adds_two_to_the_casters_side() -> None:
    """Liriel's 2 and a three against the sentry's 3 and a three."""
    game = a_game()
    liriel = put(game, "liriel", pack=["fate"])

    played = meets(game, "liriel", "sentry", [3], [3], fight__fate=["fate:liriel"], finds__draw=["axe"])

    assert played.one(fights.FateChanged) == fights.FateChanged(liriel.name, 2, 0)
    assert (played.one(fights.ClashWon).own, liriel.pack, game.bag["fate"]) == (7, [], 4)
    assert played.requests[0].secret


def test_anybody_of_the_active_player_may_cast_it_from_anywhere() -> None:
    """Liriel is on another board [7.4]."""
    game = a_game()
    put(game, "eriald"), put(game, "liriel", "C2@1", pack=["fate"])

    played = meets(game, "eriald", "sentry", [3], [3], fight__fate=["fate:liriel"], finds__draw=["axe"])

    assert played.options(FATE) == ["keep", "fate:liriel"]


def test_of_the_attacked_player_only_who_is_attacked_may_cast_it() -> None:
    """Azghul stands elsewhere, and has no say in it."""
    game = a_game()
    put(game, "taelin"), put(game, "velsa"), put(game, "azghul", "C2@1", pack=["fate"])

    assert attacks(game, "taelin", "velsa", [3], [3]).asked == []


def test_the_defender_is_first_and_both_go_on_until_they_pass() -> None:
    """The defender turns it, the attacker turns it back; the defender has no more, which is for nobody to see [A23]."""
    game = a_game()
    ordered(game, "s2", fate="ask")
    put(game, "liriel", pack=["fate"]), put(game, "azghul", pack=["fate"])

    played = attacks(game, "liriel", "azghul", [5], [3], fight__fate=["fate:azghul", "fate:liriel", "keep"])

    assert played.asked == [("s2", FATE), ("s1", FATE), ("s2", FATE)]
    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (9, 8)


def test_a_natural_one_stays_one() -> None:
    """Nobody is asked: Change of Fate could do nothing [A6]."""
    game = a_game()
    put(game, "liriel", pack=["fate"])

    assert meets(game, "liriel", "scarabs", [1], [2]).asked == []


def test_a_deciding_six_stays_a_six() -> None:
    """The defender is not asked against the hunter's six [A6, A7]."""
    game = a_game()
    put(game, "eriald"), put(game, "azghul", hand="axe", pack=["fate"])

    assert attacks(game, "eriald", "azghul", [6], [3]).asked == []


def test_fate_does_not_make_a_natural_six() -> None:
    """The hunter's four and two are six, but no natural one: a tie with the troll's 6 and a three."""
    game = a_game()
    put(game, "eriald"), put(game, "liriel", "C2@1", pack=["fate"])

    assert meets(game, "eriald", "troll", [4], [3], fight__fate=["fate:liriel"]).one(fights.ClashTied).own == 9


def test_fate_is_not_offered_where_all_of_it_could_not_help() -> None:
    """Two scrolls are four: enough for a tie at four behind, not at five."""
    game = a_game()
    put(game, "liriel", pack=["fate", "fate"])

    played = meets(game, "liriel", "sentry", [2], [5], fight__fate=["fate:liriel", "fate:liriel"])
    assert played.one(fights.ClashTied).own == 8

    put(game, "liriel", pack=["fate", "fate"])
    assert meets(game, "liriel", "sentry", [2], [6]).asked == []


# Dice outside a clash --------------------------------------------------------------------------------------------


def thrown(game: Game, faces: list[int], *, why: str = "trap.roll", **answers: list[str]) -> tuple[int, Play]:
    """A die of the active player, where 1 to 3 is bad."""
    found: list[int] = []
    said = {key.replace("__", "."): value for key, value in answers.items()}
    played = play(
        lambda table: found.append(throw(table, game, why, bad=lambda face: face <= 3, who=game.characters["liriel"])),
        {why: faces},
        said,
    )
    return found[0], played


def test_a_die_counts_as_it_fell_when_nobody_can_do_anything() -> None:
    """One Gem, no scroll."""
    game = a_game()
    put(game, "liriel")

    face, played = thrown(game, [2])

    assert (face, played.asked) == (2, [])


def test_a_bad_die_may_be_thrown_again_once() -> None:
    """The new face stands, bad or not."""
    game = a_game()
    rich(game, "s1", gems=9)
    put(game, "liriel")

    face, played = thrown(game, [2, 3], roll__reroll=["again"])

    assert (face, game.teams["s1"].gems, len(played.asked)) == (3, 7, 1)


def test_a_bad_die_may_be_kept() -> None:
    """For nothing."""
    game = a_game()
    rich(game, "s1")
    put(game, "liriel")

    assert thrown(game, [2], roll__reroll=["keep"])[0] == 2
    assert game.teams["s1"].gems == 4


def test_a_good_die_raises_no_question() -> None:
    """By the usual standing orders."""
    game = a_game()
    rich(game, "s1")
    put(game, "liriel", pack=["fate"])

    assert thrown(game, [4])[1].asked == []


def test_who_wants_to_be_asked_is_asked_about_good_dice_too() -> None:
    """Both about the Gems and about the scroll."""
    game = a_game()
    rich(game, "s1")
    ordered(game, "s1", reroll="ask", fate="ask")
    put(game, "liriel", pack=["fate"])

    face, played = thrown(game, [4], roll__reroll=["keep"], roll__fate=["less:liriel"])

    assert (face, played.one(fights.FateChanged).less, played.asked) == (
        2,
        2,
        [("s1", "roll.reroll"), ("s1", "roll.fate")],
    )
    assert [request.secret for request in played.requests] == [False, True]


def test_fate_keeps_a_die_between_one_and_six() -> None:
    """A five becomes a six, a six cannot become more."""
    game = a_game()
    ordered(game, "s1", fate="ask")
    put(game, "liriel", pack=["fate", "fate", "fate"])

    face, played = thrown(game, [5], roll__fate=["more:liriel", "keep"])

    assert (face, played.options("roll.fate", 1)) == (6, ["keep", "less:liriel"])


def test_nobody_is_asked_about_fate_that_could_turn_nothing() -> None:
    """A one that would be a three is still bad; with two scrolls it would be a five."""
    game = a_game()
    put(game, "liriel", pack=["fate"])

    assert thrown(game, [1])[1].asked == []

    put(game, "liriel", pack=["fate", "fate"])
    assert thrown(game, [1], roll__fate=["keep"])[1].asked == [("s1", "roll.fate")]


def test_fate_may_be_cast_twice() -> None:
    """A one becomes a five."""
    game = a_game()
    put(game, "liriel", pack=["fate", "fate"])

    assert thrown(game, [1], roll__fate=["more:liriel", "more:liriel"])[0] == 5


def test_who_never_wants_to_be_asked_is_not() -> None:
    """Standing orders: never."""
    game = a_game()
    rich(game, "s1")
    ordered(game, "s1", reroll="never", fate="never")
    put(game, "liriel", pack=["fate"])

    assert thrown(game, [1])[1].asked == []


def test_fate_helps_a_bony_body() -> None:
    """A four becomes a six; Azghul casts it for Osten."""
    game = a_game("undead", "elves")
    osten = put(game, "osten")
    put(game, "azghul", "C2@1", pack=["fate"])

    more: dict[str, Any] = {"fight__fate": ["keep"], "roll__fate": ["more:azghul"], "bones__roll": [4]}
    played = meets(game, "osten", "minotaur", [3], [4], **more)

    assert (osten.life, len(played.all(fights.WoundIgnored))) == (3, 1)


def test_what_is_bad_for_an_opponent_is_good_for_the_active_player() -> None:
    """Azghul came into the elves' Trap in their turn: they are asked when it does not spring, not when it does."""
    game = a_game()
    rich(game, "s1")
    azghul = put(game, "azghul")

    for face, asked in ((2, []), (5, [("s1", "roll.reroll")])):
        answers = {"roll.reroll": ["keep"]} if asked else {}
        played = play(
            lambda table: throw(table, game, "trap.roll", bad=lambda pip: pip <= 3, who=azghul),
            {"trap.roll": [face]},
            answers,
        )
        assert played.asked == asked


# The Encounter Table ---------------------------------------------------------------------------------------------


def on_table(game: Game, pips: tuple[int, int], digit: int, again: list[int], **answers: list[str]) -> tuple[int, Play]:
    """Liriel's roll on the Encounter Table."""
    found: list[int] = []
    said = {key.replace("__", "."): value for key, value in answers.items()}
    played = play(
        lambda table: found.append(throw_table(table, game, game.characters["liriel"], digit)),
        {"encounter.table": [pips], "encounter.again": again},
        said,
    )
    return found[0], played


def test_the_table_roll_is_two_dice_and_the_digit() -> None:
    """Example 1: 2, 3 and a chamber's 5 are 10; as usual nobody is asked about Gems."""
    game = a_game()
    rich(game, "s1")
    put(game, "liriel")

    total, played = on_table(game, (2, 3), 5, [])

    assert (total, game.tables.encounters.at(total).id, played.asked) == (10, "wraiths", [])


def test_each_die_of_the_table_may_be_thrown_again_once() -> None:
    """First the second, then the first: 1 and 6 instead of 2 and 3."""
    game = a_game()
    rich(game, "s1", gems=9)
    ordered(game, "s1", reroll="ask")
    put(game, "liriel")

    total, played = on_table(game, (2, 3), 0, [6, 1], roll__reroll=["second", "first"])

    assert (total, game.teams["s1"].gems) == (7, 5)
    assert (played.options("roll.reroll", 1), len(played.asked)) == (["keep", "first"], 2)


def test_fate_shifts_the_total_within_the_table() -> None:
    """12 and a digit of 5 are 17: one more at most."""
    game = a_game()
    ordered(game, "s1", fate="ask")
    put(game, "liriel", pack=["fate"])

    assert on_table(game, (6, 6), 5, [], roll__fate=["more:liriel"])[0] == 18

    put(game, "liriel", pack=["fate"])
    assert on_table(game, (1, 1), 0, [], roll__fate=["keep"])[1].options("roll.fate") == ["keep", "more:liriel"]
