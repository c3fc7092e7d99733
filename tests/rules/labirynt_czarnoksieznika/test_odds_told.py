"""Whoever decides is told the odds: of attacks, throws again, scrolls, Encounters [5.2, 6.2, 6.3, 6.7, 8.3, 12]."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from bot.discord.prompts.words import label, note
from bot.words.narrator import Narrator
from rules.kernel.chance import Scripted
from rules.kernel.odds import FACES, faces_said
from rules.kernel.requests import Choose, NextAction, Option
from rules.kernel.table import Table
from rules.kernel.words import Phrase, Word
from rules.labirynt_czarnoksieznika.exploration.exploring import face_rivals, rival_offers
from rules.labirynt_czarnoksieznika.exploration.penetration import packing_offers
from rules.labirynt_czarnoksieznika.fight.clash import attack, clash
from rules.labirynt_czarnoksieznika.forecast import OWN, THEIRS, digit_facts, met_note, might, verdict
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import exits
from rules.labirynt_czarnoksieznika.throws import throw, throw_table
from rules.labirynt_czarnoksieznika.turn import move_offers
from tests.rules.labirynt_czarnoksieznika.builders import TABLES, a_game, attacks, ordered, put
from tests.rules.playing import question


def throws_won(game: Game, one: str, *others: str) -> tuple[int, int]:
    """How the rules judge all 36 throws: how many in a hundred are won, and lost."""
    game.fight = Fight(attacker=one, defenders=list(others))
    winners = []
    for own, theirs in product(FACES, repeat=2):
        game.fight.dice = {OWN: own, THEIRS: theirs}
        winners.append(verdict(game).winner)
    game.fight = None
    won, lost = (round(100 * winners.count(side) / len(winners)) for side in (OWN, THEIRS))
    return won, lost


def said(game: Game, id: str) -> Option:
    """The offer to attack somebody."""
    return next(offer.option for offer in rival_offers(game, game.characters[game.entered]) if offer.option.id == id)


def of(options: tuple[Option, ...], id: str) -> Option:
    """One of some options."""
    return next(option for option in options if option.id == id)


# Attacks ---------------------------------------------------------------------------------------------------------


def won_and_lost(stake: Phrase) -> list[tuple[str, dict[str, Any]]]:
    """What befalls the attacked one if it is beaten, then the attacker: the key and the facts."""
    facts = dict(stake.facts)
    return [(facts[side].key, dict(facts[side].facts)) for side in ("won", "lost")]


@pytest.mark.parametrize("hand", ["", "sword", "axe"])
def test_an_attack_says_what_the_rules_would_judge(hand: str) -> None:
    """[6.2, 6.3] Liriel with this in hand against Osten: Strengths, and the throws in per cent."""
    game = a_game()
    put(game, "liriel", hand=hand), put(game, "osten", life=1)
    game.entered = "liriel"

    facts = said(game, "attack:osten").facts

    assert (facts["wins"], facts["losses"]) == throws_won(game, "liriel", "osten")
    assert facts["wins"] + facts["ties"] + facts["losses"] == 100
    assert won_and_lost(facts["stake"])[0] == ("stake.falls", {"who": game.characters["osten"].name})


def test_an_attack_says_what_comes_of_a_joint_defence() -> None:
    """[6.7, 6.9] Two who stand together may defend so; the note says what is left then."""
    game = a_game()
    put(game, "liriel", hand="axe"), put(game, "osten"), put(game, "azghul")
    game.entered = "liriel"

    option = said(game, "attack:osten")

    assert option.note == "encounter.attack.joint"
    assert (option.facts["joint"], option.facts["lost"]) == throws_won(game, "liriel", "osten", "azghul")
    button = label(Narrator("en"), option, short=True)
    assert f"⚔️{option.facts['joint']}–{option.facts['wins']}%" in button


@pytest.mark.parametrize(
    ("own", "theirs", "life", "won", "lost"),
    [
        ("", "", 3, "life", "life"),
        ("", "", 1, "falls", "life"),
        ("glove", "", 3, "life", "life"),
        ("glove", "", 2, "final", "life"),
        ("sword", "glove", 3, "life", "final"),
    ],
)
def test_an_attack_says_what_is_at_stake(own: str, theirs: str, life: int, won: str, lost: str) -> None:
    """[6.6, 8.6, 8.9] Wounds and what follows for both; death for ever only where the Glove's wounds kill."""
    game = a_game()
    one, other = put(game, "liriel", life=2), put(game, "osten", life=life)
    one.hand, other.hand, game.entered = own, theirs, "liriel"

    told = won_and_lost(said(game, "attack:osten").facts["stake"])

    assert [key for key, _ in told] == [f"stake.{won}", f"stake.{lost}"]
    if won == "life":
        assert told[0][1]["left"] == life - (2 if own == "glove" else 1)


def test_armour_takes_the_wound_that_is_at_stake() -> None:
    """[8.4] One wound for each piece."""
    game = a_game()
    put(game, "liriel"), put(game, "osten", life=1)
    game.characters["osten"].worn, game.entered = ["helmet"], "liriel"

    assert won_and_lost(said(game, "attack:osten").facts["stake"])[0][0] == "stake.armour"


def test_an_attack_says_what_everybody_saw_the_rival_take() -> None:
    """[8.6] Who won a Crystal leaves it where it falls; what is hidden in a Backpack is not said."""
    game = a_game()
    put(game, "liriel"), put(game, "osten", life=1)
    game.characters["osten"].pack, game.entered = ["axe"], "liriel"
    assert said(game, "attack:osten").facts["stake"].key == "stake.duel"

    game.teams[game.characters["osten"].seat].crystal = "osten"
    stake = said(game, "attack:osten").facts["stake"]

    assert dict(stake.facts)["carried"] == (Word("stake.crystal"),)
    assert won_and_lost(stake)[0][0] == "stake.falls.crystal"


def test_nothing_in_a_backpack_is_in_the_odds() -> None:
    """[7.6] The same offers, whatever the attacked one hides."""
    offers = []
    for pack in ([], ["fireball"], ["axe", "weakness"]):
        game = a_game()
        put(game, "liriel"), put(game, "osten", pack=pack)
        game.entered = "liriel"
        offers.append([offer.option for offer in rival_offers(game, game.characters["liriel"])])

    assert offers[0] == offers[1] == offers[2]


def test_who_is_attacked_is_told_what_defending_together_brings() -> None:
    """[6.7] The odds of one, and of both."""
    game = a_game()
    ordered(game, "s2", joint="ask", scrolls="never")
    one, target = put(game, "liriel", hand="axe"), put(game, "osten")
    put(game, "azghul")

    ask: Any = question(lambda table: attack(table, game, one, target))

    for id, defenders in {"alone": ("osten",), "joint": ("osten", "azghul")}.items():
        facts = of(ask.options, id).facts
        assert (facts["losses"], facts["wins"]) == throws_won(game, "liriel", *defenders)


def test_a_scroll_says_what_it_makes_of_the_odds() -> None:
    """[7.4] Without it Taelin and Osten stand as they are; with it the odds are those of so much more Strength."""
    game = a_game()
    one, target = put(game, "taelin", pack=["fireball"]), put(game, "osten")

    ask: Any = question(lambda table: attack(table, game, one, target))

    before, after = of(ask.options, "pass").facts, of(ask.options, "fireball:taelin").facts
    assert after["wins"] > before["wins"]
    assert (before["own"], before["theirs"]) == (after["own"], after["theirs"])


# Throws again ----------------------------------------------------------------------------------------------------


def test_a_throw_again_says_with_what_it_wins() -> None:
    """[8.3] Liriel threw 2, Osten 5: with which faces of her die, and of his, she would win."""
    game = a_game()
    game.teams["s1"].gems = 4
    put(game, "liriel", hand="sword"), put(game, "osten")

    ask: Any = attacks(game, "liriel", "osten", [2], [5], fight__reroll=["keep"]).requests[0]

    assert of(ask.options, "keep").note == "fight.lost"
    assert of(ask.options, "own").note == "reroll.wins.ties"
    assert of(ask.options, "own").facts["winning"] == winning(game, "liriel", "osten", OWN, 5)
    assert of(ask.options, "other").facts["winning"] == winning(game, "liriel", "osten", THEIRS, 2)


def winning(game: Game, one: str, other: str, die: Any, lying: int) -> str:
    """The faces of this die with which the attacker wins, as the rules judge."""
    game.fight = Fight(attacker=one, defenders=[other])
    faces = []
    for face in FACES:
        game.fight.dice = {OWN: lying, THEIRS: lying} | {die: face}
        faces += [face] if verdict(game).winner == OWN else []
    game.fight = None
    return faces_said(faces)


# Encounters ------------------------------------------------------------------------------------------------------


def test_a_step_says_what_its_digit_is_likely_to_bring() -> None:
    """[5.2, 12] With a higher digit there are more monsters and Gems, and fewer of them are beaten."""
    game = a_game()
    one = put(game, "liriel", "B3@0")

    chances = [digit_facts(game, one, digit) for digit in range(7)]
    told = [offer.option for offer in move_offers(game, "s1") if offer.option.note == "turn.step.digit"]

    assert [one["won"] for one in chances] == sorted((one["won"] for one in chances), reverse=True)
    assert chances[6]["rich"] > chances[0]["rich"]
    assert told
    for option in told:
        assert {name: option.facts[name] for name in chances[0]} == chances[int(str(option.facts["digit"]))]


def test_a_step_to_a_rival_says_the_odds_of_an_attack() -> None:
    """[5.2, 6.2] Of one who stands there, and of each of several."""
    game = a_game()
    put(game, "liriel", "B3@0"), put(game, "osten", "C3@0")

    (one,) = [offer.option for offer in move_offers(game, "s1") if offer.option.id == "step:liriel:C3"]
    put(game, "azghul", "C3@0")
    (two,) = [offer.option for offer in move_offers(game, "s1") if offer.option.id == "step:liriel:C3"]

    assert (one.note, one.facts["wins"]) == ("turn.step.rival", throws_won(game, "liriel", "osten")[0])
    assert two.note == "turn.step.rivals"
    assert sorted(two.facts["won"]) == sorted(throws_won(game, "liriel", who)[0] for who in ("osten", "azghul"))


def test_a_step_to_a_rival_says_what_everybody_saw_it_take() -> None:
    """[8.6] A Rune, and not what is hidden in a Backpack."""
    game = a_game()
    put(game, "liriel", "B3@0"), put(game, "osten", "C3@0", pack=["axe"])
    notes = []
    for rune in ("", "fire"):
        game.characters["osten"].rune = rune
        (step,) = [offer.option for offer in move_offers(game, "s1") if offer.option.id == "step:liriel:C3"]
        notes.append(str(note(Narrator("en"), step)))

    assert "carries" not in notes[0]
    assert notes[1] == f"{notes[0]}; 💰 Osten carries a Rune"


def test_a_throw_on_the_encounter_table_says_what_is_met() -> None:
    """[8.3, 12] Before Gems are spent, who it is that waits there, and how it would end."""
    game = a_game()
    game.teams["s1"].gems = 4
    ordered(game, "s1", encounter="ask")
    one = put(game, "liriel", "B3@0")

    ask = question(lambda table: throw_table(table, game, one, 1), {"encounter.table": [(5, 1)]})

    assert isinstance(ask, Choose)
    assert of(ask.options, "keep").note == "met.monster"
    assert of(ask.options, "keep").facts["foe"].key == "foe.sentry"  # type: ignore[union-attr]


HANDS = ("", "dagger", "sword", "axe", GLOVE)
EXPLORERS = {
    "liriel": "elves",
    "taelin": "elves",
    "eriald": "elves",
    "borgrim": "dwarves",
    "osten": "undead",
    "gruzz": "ratmen",
}
"""Who meets monsters here: one without an ability in fights, and each such ability."""


def explores(who: str, hand: str) -> tuple[Game, Character]:
    """A character of the player at turn with this in hand, who can pay for nothing."""
    game = a_game(*dict.fromkeys([EXPLORERS[who], "undead", "elves"]))
    game.teams["s1"].gems = 0
    explorer = put(game, who)
    explorer.hand = hand
    return game, explorer


def fought_out(who: str, hand: str) -> dict[int, tuple[float, float]]:
    """How often each total of the table is beaten, and beats, if all throws are fought out by the rules."""
    game, _ = explores(who, hand)
    chances = {}
    for row in TABLES.encounters.encounter:
        won, lost = _clashes(game, who, row.id) if row.kind == "monster" else (0.0, 0.0)
        chances[row.total] = (won * won, lost + won * lost) if "twice" in row.special else (won, lost)
    return chances


def _clashes(game: Game, who: str, foe: str) -> tuple[float, float]:
    winners = []
    for own, theirs in product(FACES, repeat=2):
        table = Table((), Scripted({"fight.own": [[own]], "fight.other": [[theirs]]}))
        winners.append(clash(table, game, Fight(attacker=who, foe=foe)))
    return winners.count(OWN) / len(winners), winners.count(THEIRS) / len(winners)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("who", EXPLORERS)
def test_every_encounter_is_told_as_the_rules_fight_it(who: str, hand: str) -> None:
    """[6.2, 6.3, 6.11, 10.13, 12] Each total of the table, and each digit as their mean: no figure is off by one."""
    game, explorer = explores(who, hand)
    encounters, fought = TABLES.encounters, fought_out(who, hand)

    for total, chances in fought.items():
        _, facts = met_note(game, explorer, total)
        assert (facts["won"], facts["lost"]) == tuple(round(100 * chance) for chance in chances), facts["foe"]
    for digit in range(7):
        rows = [encounters.at(first + second + digit) for first, second in product(FACES, repeat=2)]
        won, lost = (sum(fought[row.total][n] for row in rows) / len(rows) for n in (0, 1))
        rich = sum(fought[row.total][0] for row in rows if row.gems) / len(rows)
        met = sum(row.kind == "monster" for row in rows) / len(rows)
        told = digit_facts(game, explorer, digit)
        assert told == {
            name: round(100 * chance) for name, chance in (("met", met), ("won", won), ("lost", lost), ("rich", rich))
        }


@pytest.mark.parametrize(("hand", "won", "lost"), [("", 31, 56), ("axe", 31, 56), (GLOVE, 67, 22)])
def test_the_stone_golem_ignores_a_weapon_and_not_the_glove(hand: str, won: int, lost: int) -> None:
    """[10.13, 12] Osten's Strength is 4, the golem's 5."""
    _, facts = met_note(*explores("osten", hand), total=TABLES.encounters.of("golem").total)

    assert (facts["won"], facts["lost"]) == (won, lost)


def test_the_question_about_rivals_is_the_one_that_says_so() -> None:
    """[5.2] The offers of that question are these."""
    game = a_game()
    one = put(game, "liriel")
    put(game, "osten")
    game.entered = "liriel"

    ask = question(lambda table: face_rivals(table, game, one))

    assert isinstance(ask, NextAction)
    assert ask.actions[0].option.note == "encounter.attack"


def test_change_of_fate_says_what_it_would_make_of_the_clash() -> None:
    """[7.4] Beside how the dice lie: one cast makes 1 more, which may turn it."""
    game = a_game()
    ordered(game, "s1", reroll="never", fate="ask")
    put(game, "liriel", pack=["fate"]), put(game, "osten")
    one, other = game.characters["liriel"], game.characters["osten"]
    lead = might(game, one) - might(game, other)

    dice = {"fight.own": [[4]], "fight.other": [[4 + lead]]}
    ask: Any = question(lambda table: attack(table, game, one, other), dice)

    bonus = game.tables.finds.of("fate").bonus
    assert of(ask.options, "keep").note == "fight.tied"
    assert of(ask.options, "fate:liriel").note == "fate.won"
    assert of(ask.options, "fate:liriel").facts["bonus"] == bonus


def test_a_die_outside_a_clash_is_called_good_or_bad() -> None:
    """[8.3, 10.5] A Trap springs on low faces: what lies is bad, and these faces would be good."""
    game = a_game()
    game.teams["s1"].gems = 4
    ordered(game, "s1", reroll="ask")
    one, springs = put(game, "liriel"), game.tables.powers.trap.springs
    bad = springs[0]

    def rolls(table: Table) -> int:
        return throw(table, game, "trap.roll", bad=lambda face: face in springs, who=one)

    ask: Any = question(rolls, {"trap.roll": [[bad]]})

    assert of(ask.options, "keep").note == "roll.bad"
    assert of(ask.options, "again").facts["good"] == faces_said(face for face in FACES if face not in springs)


# What else a decision rests on ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "robbed"), [(3, True), (1, False)])
@pytest.mark.parametrize("attacks", [True, False])
def test_the_cutpurse_robs_whom_he_beats_and_leaves_alive(life: int, robbed: bool, attacks: bool) -> None:
    """[6.6, 10.1] Whether he attacks or is attacked."""
    game = a_game("elves", "ratmen")
    put(game, "liriel", life=life), put(game, "ryjek")
    game.characters["liriel"].pack = ["axe"]
    game.entered, other = ("ryjek", "liriel") if attacks else ("liriel", "ryjek")
    game.turn = game.order.index(game.characters[game.entered].seat)

    told = won_and_lost(said(game, f"attack:{other}").facts["stake"])

    assert [key == "stake.robbed" for key, _ in told] == [robbed and attacks, robbed and not attacks]


def test_the_way_to_the_runes_comes_first_and_with_a_crystal_the_way_home() -> None:
    """[4.1, 8.4] As everybody sees: the Runes of the board 1A lie in C3, its Camp is A4."""
    game = a_game()
    put(game, "liriel", "B3@0")
    assert move_offers(game, "s1")[0].option.id == "step:liriel:C3"

    game.teams["s1"].crystal = "liriel"
    first = move_offers(game, "s1")[0].option
    assert (first.id in ("step:liriel:A3", "step:liriel:B4"), first.facts["letter"]) == (True, "K")


def test_a_choice_of_board_is_named_only_to_who_can_pay_it() -> None:
    """[4.6] Without the Gems the die says where a Teleport chamber leads."""
    notes = []
    for gems in (0, 9):
        game = a_game()
        game.teams["s1"].gems = gems
        teleport = game.face(0).teleport
        beside = next(there for there in exits(game.face(0), teleport).values() if game.kind_at(f"{there}@0") != "camp")
        put(game, "liriel", f"{beside}@0")
        notes.append(of(tuple(one.option for one in move_offers(game, "s1")), f"step:liriel:{teleport}").note)

    assert notes == ["turn.step.teleport.die", "turn.step.teleport"]


def test_more_than_there_are_boxes_for_is_asked_as_what_stays() -> None:
    """[5.7] A Crystal by name, as everybody saw it; of other things how many, and that it is none if all find a box."""
    options = []
    for loot in (["axe"], ["crystal"], []):
        game = a_game()
        one = put(game, "liriel", pack=["dagger"] * game.card("liriel").backpack)
        one.loot, game.teams["s1"].crystal = loot, "liriel" if loot == ["crystal"] else ""
        options.append(packing_offers(game, one, "pack", penetrating=True)[1].option)

    assert [(option.label, dict(option.facts)) for option in options] == [
        ("pack.done.leave", {"over": 1}),
        ("pack.done.leave.crystal", {}),
        ("pack.done", {}),
    ]
