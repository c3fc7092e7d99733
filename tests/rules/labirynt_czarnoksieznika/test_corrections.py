"""What a game master may set right in Labirynt Czarnoksiężnika, and that no token is lost or made by it."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.corrections import Correcting, entry
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.requests import GM, Filled
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events import corrections
from rules.labirynt_czarnoksieznika.events.course import Awakened, Died, DiedForEver, ZombieFell
from rules.labirynt_czarnoksieznika.fight.clash import meet_monster
from rules.labirynt_czarnoksieznika.model import Fight
from tests.rules.labirynt_czarnoksieznika.set_right import (
    PEOPLE,
    a_game,
    heard,
    of,
    open_now,
    options,
    question,
    set_right,
)
from tests.rules.labirynt_czarnoksieznika.witness import RULES

ERIALD, TAELIN, AZGHUL, OSTEN = (Word(f"character.{id}") for id in ("eriald", "taelin", "azghul", "osten"))

TRIO = ["s1", "s2", "s3"]

# When ------------------------------------------------------------------------------------------------------------


def test_nobody_is_taken_out_of_a_fight() -> None:
    """What somebody has may be set right, not where they stand nor whether they live."""
    game = a_game()
    game.fight = Fight(attacker="eriald", foe="dragon")

    verbs = [id.partition(":")[0] for id in open_now(game)]

    assert [verb for verb in ("chamber", "fell", "doom", "wake", "instead", "recall") if verb in verbs] == []
    assert {"life", "part"} <= set(verbs)


def test_a_fight_that_the_game_master_breaks_off_has_no_winner() -> None:
    """No die falls, nobody is wounded; the next correction is left for the next question."""
    game = a_game()
    eriald, dragon = of(game, "eriald"), game.tables.encounters.of("dragon")
    away = [entry(0, 0, "part"), entry(0, 1, "life:eriald", 2)]
    table = Table((), Scripted({}), correct=Correcting(RULES, game), corrections=away)

    meet_monster(table, game, eriald, dragon)
    before = len(table.story.told)
    table.set_right()

    assert before == len(table.story.told) - 1
    told = [one.event for one in table.story.told]
    assert told[1:] == [corrections.FightBrokenOff(ERIALD, Word("foe.dragon")), corrections.LifeSet(ERIALD, 3, 2)]
    assert (game.fight, eriald.life, game.tally.monsters_tied) == (None, 2, 0)


# Characters ------------------------------------------------------------------------------------------------------


def test_life_goes_from_1_to_that_of_the_card() -> None:
    """Death is a correction of its own."""
    game = a_game()

    assert (question(game, "life:eriald").least, question(game, "life:eriald").most) == (1, 3)
    assert set_right(game, "life:eriald", 2) == [corrections.LifeSet(ERIALD, 3, 2)]
    assert of(game, "eriald").life == 2


def test_somebody_stands_elsewhere_at_once() -> None:
    """On another board, too; special tokens do nothing to whoever is put among them."""
    game = a_game(tokens={"A2@1": {"kind": "trap", "seat": "s2"}})

    told = set_right(game, "chamber:eriald", "A2@1")

    assert told == [corrections.CharacterPlaced(ERIALD, "A2", Word("chamber.plain"), Word("board.catacombs"))]
    assert of(game, "eriald").at == "A2@1"
    assert of(game, "eriald").life == 3


def test_nobody_is_put_where_nobody_can_be() -> None:
    """Not where he stands, not into a full chamber, not into another team's or nobody's Camp."""
    game = a_game(*PEOPLE, {"id": "zombie", "at": "D1@1"})

    places = options(game, "chamber:eriald")

    assert [where for where in ("B1@0", "D1@1", "D3@1", "D3@2") if where in places] == []
    assert [where for where in ("A4@0", "B2@0", "B3@1") if where not in places] == []


def test_who_carries_a_crystal_is_not_put_into_the_camp() -> None:
    """It would become Gems, and Gems end games."""
    game = a_game({"id": "eriald", "at": "B1@0", "pack": ["crystal"]})

    assert "A4@0" not in options(game, "chamber:eriald")


def test_stuns_come_and_go() -> None:
    """Also the one that holds somebody in this turn."""
    game = a_game({"id": "eriald", "at": "B1@0", "held": True})

    assert set_right(game, "rouse:eriald") == [corrections.StunSet(ERIALD, stunned=False)]
    assert set_right(game, "stun:eriald") == [corrections.StunSet(ERIALD, stunned=True)]
    assert (of(game, "eriald").stunned, of(game, "eriald").held) == (True, False)


def test_a_character_dies_as_of_its_last_wound() -> None:
    """Its things lie there, the sleeper awakens, and it sleeps itself."""
    game = a_game()

    told = set_right(game, "fell:eriald")

    assert told == [
        corrections.StruckDown(ERIALD, ever=False),
        Died(ERIALD, "s1", 2),
        Awakened(Word("character.liriel"), "s1", "A4", Word("board.dungeons")),
    ]
    assert game.floor == {"B1@0": ["dagger", "haste"]}
    assert of(game, "eriald").state == "asleep"


def test_a_character_dies_for_ever_and_comes_back() -> None:
    """It sleeps, as two of its team are up."""
    game = a_game()

    assert DiedForEver(ERIALD, "s1", 2) in set_right(game, "doom:eriald")
    assert set_right(game, "recall:eriald") == [corrections.Recalled(ERIALD, "s1", asleep=True)]
    assert of(game, "eriald").state == "asleep"


def test_the_last_of_a_team_is_not_killed_for_ever() -> None:
    """No correction ends a game."""
    game = a_game({"id": "eriald"}, {"id": "taelin", "state": "gone"}, {"id": "liriel", "state": "gone"})

    assert "doom:eriald" not in open_now(game)
    assert "fell:eriald" in open_now(game)


@pytest.mark.parametrize("state", ["dead", "asleep"])
def test_a_team_whose_others_are_dead_or_asleep_goes_on_without_the_doomed(state: str) -> None:
    """Eriald may die for ever, because another character of the Elves can still awaken."""
    game = a_game({"id": "eriald"}, {"id": "taelin", "state": "gone"}, {"id": "liriel", "state": state})

    assert "doom:eriald" in open_now(game)


def test_a_team_that_was_out_is_in_the_game_again() -> None:
    """One of its characters stands in the Camp."""
    game = a_game({"id": "eriald"}, *({"id": id, "state": "gone"} for id in ("azghul", "osten", "velsa")), seats=TRIO)

    set_right(game, "recall:osten")

    assert (of(game, "osten").at, of(game, "osten").life, game.lives("s2")) == ("D3@1", 3, True)


def test_who_comes_back_takes_the_place_of_who_waits_to_awaken() -> None:
    """Two are up, and the third sleeps, as ever."""
    game = a_game({"id": "eriald"}, {"id": "taelin", "state": "dead"}, {"id": "liriel", "state": "gone"})

    assert set_right(game, "recall:liriel") == [corrections.Recalled(Word("character.liriel"), "s1", asleep=False)]
    assert [of(game, id).state for id in ("eriald", "taelin", "liriel")] == ["active", "asleep", "active"]


def test_where_two_wait_to_awaken_nobody_comes_back() -> None:
    """There would be three."""
    game = a_game(
        {"id": "eriald", "state": "dead"}, {"id": "taelin", "state": "dead"}, {"id": "liriel", "state": "gone"}
    )

    assert "recall:liriel" not in open_now(game)


def test_the_dead_awaken_before_their_turn() -> None:
    """In the Camp, with full Life Points."""
    game = a_game({"id": "eriald", "state": "dead"}, {"id": "taelin"}, {"id": "liriel", "state": "gone"})

    assert set_right(game, "wake:eriald") == [Awakened(ERIALD, "s1", "A4", Word("board.dungeons"))]
    assert of(game, "eriald").at == "A4@0"


def test_a_sleeper_awakens_in_the_place_of_another_one() -> None:
    """What the other one carried stays where it stood; its Zombie is gone."""
    game = a_game(*PEOPLE, {"id": "zombie", "at": "A1@1"})

    told = set_right(game, "instead:velsa", "azghul")

    velsa = Awakened(Word("character.velsa"), "s2", "D3", Word("board.catacombs"))
    assert told == [corrections.SentToSleep(AZGHUL, "s2", 0), ZombieFell("s2"), velsa]
    assert (of(game, "azghul").state, of(game, "velsa").at) == ("asleep", "D3@1")


# Tokens ----------------------------------------------------------------------------------------------------------


def test_a_weapon_in_the_hand_comes_from_the_bag_and_the_other_one_goes_there() -> None:
    """As many tokens as before."""
    game = a_game()

    assert set_right(game, "hand:eriald", "axe") == [corrections.TokenGranted(ERIALD, Word("loot.axe"))]
    assert (of(game, "eriald").hand, game.bag["axe"], game.bag["dagger"]) == ("axe", 4, 14)


def test_the_glove_is_put_on_and_taken_off() -> None:
    """One to a team, over no Armour."""
    game = a_game()

    set_right(game, "hand:eriald", "glove")

    assert of(game, "eriald").hand == "glove"
    assert "glove" not in options(game, "hand:taelin")
    assert "glove" not in options(game, "hand:osten")
    assert "hand:eriald" not in open_now(game)
    assert set_right(game, "strip:eriald", "glove") == [corrections.TokenVanished(ERIALD, Word("loot.glove"))]
    assert of(game, "eriald").hand == ""


def test_armour_is_worn_where_there_is_a_place() -> None:
    """Never two helmets, never more pieces than the card has places for."""
    game = a_game()

    assert options(game, "wear:osten") == ["breastplate"]
    assert set_right(game, "wear:osten", "breastplate") == [corrections.TokenGranted(OSTEN, Word("loot.breastplate"))]
    assert "wear:osten" not in open_now(game)
    assert "wear:taelin" not in open_now(game)


def test_what_is_worn_goes_to_the_bag() -> None:
    """All can see it."""
    game = a_game()

    assert heard(game, "strip:osten", "helmet") == [Told(corrections.TokenVanished(OSTEN, Word("loot.helmet")))]
    assert (of(game, "osten").worn, game.bag["helmet"]) == ([], 10)


def test_only_its_player_learns_what_is_in_a_backpack() -> None:
    """All others, that something is different; the game master knows."""
    game = a_game()

    more, less = heard(game, "pack:eriald", "crystal"), heard(game, "unpack:eriald", "haste")

    assert more == [
        Told(corrections.TokenPacked(ERIALD, Word("loot.crystal")), ("s1", GM)),
        Told(corrections.PackChanged(ERIALD)),
    ]
    assert less == [
        Told(corrections.TokenUnpacked(ERIALD, Word("loot.haste")), ("s1", GM)),
        Told(corrections.PackChanged(ERIALD)),
    ]
    assert (of(game, "eriald").pack, game.crystals) == (["crystal"], 20)


def test_what_others_must_not_learn_is_a_secret_answer() -> None:
    """Wherever the log is shown."""
    secret = [action.option.id for action in RULES.corrections(a_game(store={"s1": ["axe"]})) if action.secret]

    assert [id.partition(":")[0] for id in secret if id.endswith((":eriald", ":s1"))] == [
        "rune",
        "pack",
        "unpack",
        "store",
        "unstore",
    ]


def test_a_full_backpack_takes_nothing_more() -> None:
    """And in the Camp nobody is given a Crystal, which would be Gems there."""
    game = a_game({"id": "taelin", "at": "B1@0", "pack": ["axe", "rust"]}, {"id": "eriald"})

    assert "pack:taelin" not in open_now(game)
    assert "crystal" not in options(game, "pack:eriald")


def test_a_rune_comes_from_the_pool() -> None:
    """The one before lies there again."""
    game = a_game()

    told = heard(game, "rune:eriald", "water")

    assert told == [
        Told(corrections.RuneGranted(ERIALD, Word("rune.water")), ("s1", GM)),
        Told(corrections.RuneChanged(ERIALD)),
    ]
    assert (game.runes["fire"], game.runes["water"]) == (3, 2)


def test_a_rune_goes_back() -> None:
    """None is an answer where there is one."""
    game = a_game()

    set_right(game, "rune:eriald", "none")

    assert of(game, "eriald").rune == ""
    assert "none" not in options(game, "rune:taelin")


# Teams -----------------------------------------------------------------------------------------------------------


def test_gems_stay_below_what_wins() -> None:
    """Whatever the table agreed on."""
    game = a_game()

    assert set_right(game, "gems:s1", 17) == [corrections.GemsSet("s1", 1, 17)]
    assert question(a_game(options={"gems": "8"}), "gems:s2").most == 7
    with pytest.raises(Refused):
        set_right(game, "gems:s1", 18)


def test_tokens_lie_in_a_camp_unseen() -> None:
    """Others learn how many."""
    game = a_game(store={"s1": ["axe"]})

    more = heard(game, "store:s1", "rust")
    set_right(game, "unstore:s1", "axe")

    assert more == [
        Told(corrections.TokenStored("s1", Word("loot.rust")), ("s1", GM)),
        Told(corrections.StoreChanged("s1", 2)),
    ]
    assert (game.teams["s1"].store, game.bag["axe"]) == (["rust"], 5)


# Boards ----------------------------------------------------------------------------------------------------------


def test_special_tokens_are_laid_where_they_can_be() -> None:
    """As many as there are, by an owner who stands on a board, in no Camp, no Teleport chamber, one to a chamber."""
    game = a_game({"id": "liriel", "at": "B1@0"}, {"id": "wolsung"}, tokens={"A1@0": {"kind": "trap", "seat": "s2"}})

    places = options(game, "token:liriel")

    assert [where for where in ("A1@0", "A4@0", "B2@0", "D3@1") if where in places] == []
    assert set_right(game, "token:liriel", "A2@0") == [
        corrections.SpecialPlaced("s1", Word("token.tree"), "A2", Word("board.dungeons"))
    ]
    assert "token:liriel" not in open_now(game)
    assert set_right(game, "clear", "A2@0") == [
        corrections.SpecialRemoved("s1", Word("token.tree"), "A2", Word("board.dungeons"))
    ]


def test_tokens_are_laid_on_the_floor_and_lifted() -> None:
    """In every chamber but a Camp."""
    game = a_game()
    where = next(field.ask for field in question(game, "floor").fields if field.name == "where")

    laid = set_right(game, "floor", {"token": "crystal", "where": "C2@2"})

    assert "A4@0" not in [option.id for option in where.options]
    assert laid == [corrections.TokenLaidDown(Word("loot.crystal"), "C2", Word("board.mine"))]
    assert game.floor == {"C2@2": ["crystal"]}
    assert set_right(game, "lift", "C2@2:crystal") == [
        corrections.TokenLifted(Word("loot.crystal"), "C2", Word("board.mine"))
    ]
    assert (game.floor, game.crystals) == ({}, 21)


# House rules -----------------------------------------------------------------------------------------------------


def test_a_goal_that_somebody_has_reached_waits_a_step_higher() -> None:
    """Nobody wins by a change of rules."""
    game = a_game(gems={"s2": 10})

    RULES.agree(game, {"gems": "8"})

    assert game.options.gems == 12


@pytest.mark.parametrize(
    ("where", "reason"), [("D1@1", "chamber_barred"), ("D3@1", "chamber_closed"), ("A4@0", "chamber_homing")]
)
def test_a_call_into_a_chamber_is_refused_with_the_one_reason(where: str, reason: str) -> None:
    """A full chamber, the Camp of others, the own Camp with a Crystal."""
    people = [{"id": "eriald", "at": "B1@0", "pack": ["crystal"]}, *PEOPLE[2:], {"id": "zombie", "at": "D1@1"}]
    game = a_game(*people)
    game.calls_open = True

    with pytest.raises(Refused) as refused:
        question(game, "encounter").check(Filled({"foe": "minotaur", "who": "eriald", "where": where}))

    assert refused.value.reason == reason
