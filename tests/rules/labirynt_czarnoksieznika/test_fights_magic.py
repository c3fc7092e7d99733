"""The magic window of a clash: who is asked in which order, and what each scroll does [7.4]."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Answer
from rules.kernel.chance import Scripted
from rules.kernel.requests import GM
from rules.kernel.table import Table, Waiting
from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.events.course import Appeared
from rules.labirynt_czarnoksieznika.events.finds import CrystalsTurned, TrapWounded
from rules.labirynt_czarnoksieznika.fight.clash import attack
from rules.labirynt_czarnoksieznika.forecast import side_values
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, Token
from tests.rules.a_ruling import Does
from tests.rules.labirynt_czarnoksieznika.builders import a_game, attacks, finds, meets, ordered, put

MAGIC = "fight.magic"

# Who is asked ----------------------------------------------------------------------------------------------------


def test_as_usual_nobody_is_asked_who_has_nothing_to_cast() -> None:
    """Scrolls that are no use in a clash, and those of a kind that the card does not list [7.4]."""
    game = a_game()
    put(game, "taelin", pack=["healing", "weakness"])
    put(game, "velsa", pack=["fireball", "haste", "healing"])

    assert attacks(game, "taelin", "velsa", [3], [2]).asked == []


def test_the_defender_is_asked_first_and_then_in_turns_until_both_pass() -> None:
    """Defender casts, attacker casts, defender passes, attacker passes."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "liriel", pack=["fireball", "fireball"])
    put(game, "azghul", pack=["weakness", "fireball"])

    answers = ["weakness:azghul", "fireball:liriel", "pass", "pass"]
    played = attacks(game, "liriel", "azghul", [5], [3], fight__magic=answers)

    assert played.asked == [("s2", MAGIC), ("s1", MAGIC), ("s2", MAGIC), ("s1", MAGIC)]
    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (8, 6)


def test_who_passed_may_cast_after_the_other_did() -> None:
    """Only two passes in a row end it."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "liriel", pack=["fireball"])
    put(game, "azghul", pack=["weakness"])

    answers = ["pass", "fireball:liriel", "weakness:azghul", "pass"]
    played = attacks(game, "liriel", "azghul", [5], [3], fight__magic=answers)

    assert played.asked == [("s2", MAGIC), ("s1", MAGIC), ("s2", MAGIC), ("s2", MAGIC)]


def test_two_passes_in_a_row_end_it() -> None:
    """Both keep their scrolls."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    liriel, azghul = put(game, "liriel", pack=["fireball"]), put(game, "azghul", pack=["weakness"])

    played = attacks(game, "liriel", "azghul", [3], [3], fight__magic=["pass", "pass"])

    assert (liriel.pack, azghul.pack, len(played.asked)) == (["fireball"], ["weakness"], 2)


def test_what_can_be_cast_is_a_secret() -> None:
    """Only the asked player learns of the question."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "liriel"), put(game, "azghul", pack=["weakness"])

    played = attacks(game, "liriel", "azghul", [3], [3], fight__magic=["pass"])

    assert [request.secret for request in played.requests] == [True]


def test_a_scroll_says_by_how_much_it_helps() -> None:
    """A fireball +3, weakness −2 to the other side, rust all that the axe adds."""
    game = a_game()
    put(game, "taelin", pack=["fireball"]), put(game, "eriald", pack=["weakness", "rust"])
    put(game, "osten", hand="axe")

    by_taelin = attacks(game, "taelin", "osten", [3], [3], fight__magic=["pass"]).requests[0]
    by_eriald = attacks(game, "eriald", "osten", [3], [3], fight__magic=["pass"]).requests[0]

    assert [option.facts.get("bonus") for option in by_taelin.options] == [None, 3]
    assert [option.facts.get("bonus") for option in by_eriald.options] == [None, -2, -3]


def test_against_a_monster_only_the_character_casts() -> None:
    """One scroll after the other, until it passes or has none left."""
    game = a_game()
    liriel = put(game, "liriel", pack=["fireball", "weakness", "fireball"])

    answers = ["fireball:liriel", "weakness:liriel", "pass"]
    played = meets(game, "liriel", "troll", [2], [3], fight__magic=answers)

    assert [who for who, _ in played.asked] == ["s1"] * 3
    assert (played.one(fights.ClashTied).own, played.one(fights.ClashTied).theirs) == (7, 7)
    assert liriel.pack == ["fireball"]


def test_a_scroll_that_changes_no_odds_raises_no_question() -> None:
    """Seven against one: only a natural one loses; from far behind a fireball is worth a thought."""
    game = a_game()
    put(game, "taelin", hand="axe", pack=["fireball"])

    assert meets(game, "taelin", "scarabs", [1], [3]).asked == []

    put(game, "liriel", pack=["fireball"])
    assert meets(game, "liriel", "dragon", [4], [3], fight__magic=["pass"]).asked == [("s1", "fight.magic")]


def test_against_who_could_cast_even_a_sure_victory_is_asked_about() -> None:
    """Weakness, or Change of Fate, could take the lead away."""
    game = a_game()
    put(game, "taelin", hand="axe", pack=["fireball"]), put(game, "azghul")

    played = attacks(game, "taelin", "azghul", [4], [3], fight__magic=["pass"])

    assert played.asked == [("s1", "fight.magic")]


def test_a_used_scroll_returns_to_the_bag() -> None:
    """All 88 are there, and the cast is counted [7.3]."""
    game = a_game()
    put(game, "liriel", pack=["fireball"])

    played = meets(game, "liriel", "troll", [4], [3], fight__magic=["fireball:liriel"])

    assert (game.bag["fireball"], game.tally.scrolls, finds(game)) == (4, 1, 88)
    assert played.one(fights.ScrollCast).scroll.key == "loot.fireball"


def test_a_scroll_lasts_one_clash() -> None:
    """The twins: 2, a fireball and a two beat 3 and a three; then 2 and a two against 3 and a three [6.11]."""
    game = a_game()
    put(game, "liriel", pack=["fireball"])

    played = meets(game, "liriel", "wraiths", [2, 2], [3, 3], fight__magic=["fireball:liriel"])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashLost).own) == (7, 4)


# Weakness, and who casts for whom --------------------------------------------------------------------------------


def test_weakness_works_on_a_monster() -> None:
    """The troll's 6 counts 4."""
    game = a_game()
    put(game, "eriald", pack=["weakness"])

    played = meets(game, "eriald", "troll", [3], [3], fight__magic=["weakness:eriald"])

    assert (played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs) == (6, 7)


def test_weakness_works_on_two_defenders_as_on_one() -> None:
    """Velsa and Osten are 7, and count 5."""
    game = a_game()
    put(game, "eriald", pack=["weakness"]), put(game, "velsa"), put(game, "osten")

    answers = {"fight__joint": ["joint"], "fight__magic": ["weakness:eriald"]}
    assert attacks(game, "eriald", "velsa", [4], [2], **answers).one(fights.ClashTied).theirs == 7


def test_either_of_two_defenders_may_cast() -> None:
    """Azghul helps Osten, with a scroll of his own [6.9]."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin"), put(game, "osten"), put(game, "azghul", pack=["fireball"])

    answer = {"joint": "joint", "cast": "fireball:azghul"}
    played = attacks(game, "taelin", "osten", [2], [2], fight__defence=[answer], fight__magic=["pass"])

    assert played.one(fights.ClashLost).theirs == 12
    assert (played.asked, played.requests[0].secret) == ([("s2", "fight.defence"), ("s2", MAGIC)], True)


# Joint defence and the first scroll, in one answer ---------------------------------------------------------------


def test_alone_the_attacked_may_cast_in_the_same_answer() -> None:
    """Azghul casts, Osten looks on; the attacker has nothing, and Azghul, who is asked again, no second scroll."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin"), put(game, "osten"), put(game, "azghul", pack=["fireball"])

    answer = {"joint": "alone", "cast": "fireball:azghul"}
    played = attacks(game, "taelin", "azghul", [2], [2], fight__defence=[answer], fight__magic=["pass"])

    assert (played.one(fights.ClashLost).theirs, played.all(fights.JointDefence)) == (8, [])
    assert played.options(MAGIC) == ["pass"]


def test_a_pass_in_the_same_answer_is_the_first_pass() -> None:
    """The attacker is asked next, and both have passed when he passes."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "liriel", pack=["fireball"]), put(game, "osten"), put(game, "azghul", pack=["fireball"])

    answers: dict[str, Any] = {"fight__defence": [{"joint": "alone", "cast": "pass"}], "fight__magic": ["pass"]}
    played = attacks(game, "liriel", "azghul", [3], [2], **answers)

    assert played.asked == [("s2", "fight.defence"), ("s1", MAGIC)]


# Rust ------------------------------------------------------------------------------------------------------------


def test_rust_takes_the_defenders_weapon() -> None:
    """Osten's axe does not count and goes to the bag."""
    game = a_game()
    put(game, "eriald", pack=["rust"])
    osten = put(game, "osten", hand="axe")

    played = attacks(game, "eriald", "osten", [4], [2], fight__magic=["rust:eriald:osten"])

    assert played.one(fights.WeaponRusted).who == osten.name
    assert (played.one(fights.ClashWon).theirs, osten.hand, game.bag["axe"], game.rearrange) == (6, "", 5, False)


def test_rust_takes_the_attackers_weapon() -> None:
    """Who explores may take another in hand afterwards."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    taelin = put(game, "taelin", hand="axe")
    put(game, "velsa", pack=["rust"])

    attacks(game, "taelin", "velsa", [4], [2], fight__magic=["rust:velsa:taelin", "pass"])

    assert (taelin.hand, game.rearrange) == ("", True)


def test_of_two_defenders_rust_names_one() -> None:
    """Velsa's dagger, or Osten's axe; the caster chooses."""
    game = a_game()
    put(game, "eriald", pack=["rust"])
    velsa, osten = put(game, "velsa", hand="dagger"), put(game, "osten", hand="axe")

    answers = {"fight__joint": ["joint"], "fight__magic": ["rust:eriald:osten"]}
    played = attacks(game, "eriald", "velsa", [4], [2], **answers)

    assert played.options(MAGIC) == ["pass", "rust:eriald:velsa", "rust:eriald:osten"]
    assert (velsa.hand, osten.hand) == ("dagger", "")


@pytest.mark.parametrize("hand", ["", GLOVE])
def test_rust_is_no_use_against_bare_hands_and_the_glove(hand: str) -> None:
    """Eriald is not even asked [10.11]."""
    game = a_game()
    put(game, "eriald", pack=["rust"])
    put(game, "osten").hand = hand

    assert attacks(game, "eriald", "osten", [3], [5]).asked == []


def test_rust_is_no_use_against_monsters() -> None:
    """They bear no Weapon that could rust."""
    game = a_game()
    put(game, "eriald", pack=["rust"])

    assert meets(game, "eriald", "sentry", [3], [5]).asked == []


# Teleport --------------------------------------------------------------------------------------------------------


def test_a_caster_leaves_the_fight_before_the_dice() -> None:
    """No result: no wound, no reward, no die; the caster is where it chose to be."""
    game = a_game()
    liriel = put(game, "liriel", pack=["teleport"])

    played = meets(game, "liriel", "dragon", [], [], fight__magic=["teleport:liriel:D4"])

    assert (liriel.at, liriel.life, game.fight) == ("D4@0", 3, None)
    assert (len(played.all(fights.FightLeft)), played.one(Appeared).where) == (1, "D4")
    assert (game.tally.monsters_won, game.tally.monsters_lost, game.tally.monsters_tied) == (0, 0, 0)


def test_the_attacked_may_leave_too() -> None:
    """The attacker stays behind; nobody is hurt."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    taelin, azghul = put(game, "taelin"), put(game, "azghul", pack=["teleport"])

    attacks(game, "taelin", "azghul", [], [], fight__magic=["teleport:azghul:D1"])

    assert (azghul.at, taelin.at, azghul.life, game.fight) == ("D1@0", "A3@0", 3, None)


def test_a_leaving_defender_ends_the_fight_for_both() -> None:
    """Azghul leaves: Osten is not beaten either."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin"), put(game, "azghul", pack=["teleport"])
    osten = put(game, "osten")

    answer = {"joint": "joint", "cast": "teleport:azghul:D1"}
    attacks(game, "taelin", "osten", [], [], fight__defence=[answer])

    assert (osten.life, osten.at) == (3, "A3@0")


def test_where_a_teleport_scroll_leads() -> None:
    """Not to Teleport chambers, others' Camps, full chambers, or where one is; board 1A: A4 Camp, B2 Teleport."""
    game = a_game("elves", "undead", "ratmen")
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin"), put(game, "azghul", pack=["teleport"])
    for rat in ("skrzyk", "ryjek", "gruzz"):
        put(game, rat, "C1@0")

    played = attacks(game, "taelin", "azghul", [3], [2], fight__magic=["pass"])

    chambers = [option.rpartition(":")[2] for option in played.options(MAGIC)[1:]]
    assert chambers == ["A1", "B1", "D1", "A2", "C2", "D2", "B3", "C3", "D3", "B4", "C4", "D4"]


def test_a_trap_waits_for_who_appears() -> None:
    """Special tokens act on whoever comes in, by magic too; the die is the active player's [10.3]."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin")
    azghul = put(game, "azghul", pack=["teleport"])
    game.tokens["D1@0"] = Token(kind="trap", seat="s1")

    played = attacks(game, "taelin", "azghul", [], [], fight__magic=["teleport:azghul:D1"], trap__roll=[2])

    assert (azghul.life, len(played.all(TrapWounded))) == (2, 1)


def test_crystals_come_home_with_a_teleport_scroll() -> None:
    """The own Camp lies on this board: five Gems at once [8.4]."""
    game = a_game()
    put(game, "liriel", pack=["teleport", CRYSTAL])

    played = meets(game, "liriel", "dragon", [], [], fight__magic=["teleport:liriel:A4"])

    assert (played.one(CrystalsTurned).gems, game.teams["s1"].gems) == (5, 6)


# While somebody thinks -------------------------------------------------------------------------------------------


def test_the_waiting_fight_can_be_seen() -> None:
    """Joint defence was announced, the attacker is asked: both defenders and the scroll stand in the state."""
    game = a_game()
    ordered(game, "s2", joint="always")
    taelin = put(game, "taelin", pack=["fireball"])
    osten = put(game, "osten")
    put(game, "velsa")

    with pytest.raises(Waiting) as waiting:
        attack(Table((), Scripted({})), game, taelin, osten)

    assert (waiting.value.request.who, waiting.value.request.why) == ("s1", MAGIC)
    assert game.fight is not None
    assert (game.fight.attacker, game.fight.defenders, game.fight.dice) == ("taelin", ["osten", "velsa"], {})


def test_the_dice_that_are_thought_about_can_be_seen() -> None:
    """Both faces, and the Strengths with the scroll that was cast."""
    game = a_game()
    game.teams["s1"].gems = 4
    ordered(game, "s2", scrolls="losing")
    taelin, azghul = put(game, "taelin"), put(game, "azghul", pack=["fireball"])

    with pytest.raises(Waiting) as waiting:
        attack(Table((), Scripted({"fight.own": [[2]], "fight.other": [[4]]})), game, taelin, azghul)

    assert (waiting.value.request.who, waiting.value.request.why) == ("s1", "fight.reroll")
    assert game.fight is not None
    assert (game.fight.dice, side_values(game)) == ({"own": 2, "theirs": 4}, (4, 6))


# A game master at the table --------------------------------------------------------------------------------------


def test_a_fight_is_off_when_a_fighter_was_put_elsewhere() -> None:
    """Set right before the window: the defender stands in another chamber; no die is thrown."""
    game = a_game()
    taelin, velsa = put(game, "taelin"), put(game, "velsa")

    def elsewhere(_: Table, row: Answer) -> None:
        velsa.at = row.value

    entry = Answer(0, "gm000", "gm.correction", GM, "D1@0")
    attack(Table((), Scripted({}), correct=Does(elsewhere), corrections=[entry]), game, taelin, velsa)

    assert (game.fight, velsa.life, taelin.life, velsa.at) == (None, 3, 3, "D1@0")
