"""Whoever decides is told the odds: of fights, attacks, trials, Gates, throws again [4.8, 6.2–6.5, 10.6, 12]."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from rules.jaskinia.autopilot.goals import goal_of
from rules.jaskinia.exploration.arriving import act_here, what_exploring_brings
from rules.jaskinia.exploration.chambers import carry_out, trial_offers, wealth_facts
from rules.jaskinia.fight.encounters import attack
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.fight.odds import result
from rules.jaskinia.forecast import what_is_there
from rules.jaskinia.model import Fight, Game
from rules.jaskinia.movement import gate_offers, move_offers, walk
from rules.jaskinia.seeker.values import might
from rules.jaskinia.turn import aim_of
from rules.kernel.odds import FACES
from rules.kernel.requests import Option
from rules.kernel.words import Phrase, Word, phrase
from tests.rules.jaskinia.builders import a_game, give, lay, ordered
from tests.rules.playing import play, question


def throws_won(game: Game, **fight: Any) -> tuple[int, int]:
    """How the rules judge all 36 throws of a fight: how many are won by who is at turn, and lost."""
    ends = []
    for own, theirs in product(FACES, repeat=2):
        game.fight = Fight(**{"kind": "fight", **fight}, dice={"own": own, "theirs": theirs})
        ends.append(result(game))
    game.fight = None
    return ends.count("won"), ends.count("lost")


def of(ask: Any, id: str) -> Option:
    """One option of a question."""
    options = ask.options if hasattr(ask, "options") else [action.option for action in ask.actions]
    return next(option for option in options if option.id == id)


def told(option: Option) -> tuple[Any, Any]:
    """The throws that are won and lost, as a note says it."""
    return option.facts["wins"], option.facts["losses"]


# Attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ["", "sword", "torch"])
def test_an_attack_says_what_the_rules_would_judge(item: str) -> None:
    """[6.5] With what each carries, of which everybody knows."""
    game = a_game("miner", "alchemist")
    give(game, "s2", *([item] if item else []))

    ask = question(lambda table: act_here(table, game, game.seeker_of("s1")))

    assert told(of(ask, "attack:s2")) == throws_won(game, rival="s2")


@pytest.mark.parametrize(
    ("attacker", "left", "stake"),
    [("alchemist", 4, "spoils"), ("alchemist", 1, "death"), ("cannibal", 2, "death"), ("cannibal", 3, "spoils")],
)
def test_an_attack_says_what_is_at_stake(attacker: str, left: int, stake: str) -> None:
    """[6.5, A17] A prize for the winner; the last Endurance, or the Cannibal's hunger, is death."""
    game = a_game("miner", attacker)
    game.seeker_of("s1").endurance = left

    ask = question(lambda table: act_here(table, game, game.seeker_of("s1")))

    assert of(ask, "attack:s2").facts["stake"] == Word(f"cavestake.{stake}")


def test_spells_in_hand_are_not_in_the_odds() -> None:
    """[3.8] The same note, whatever the attacked one hides."""
    notes = []
    for spells in ((), ("giant_might",)):
        game = a_game("miner", "alchemist")
        give(game, "s2", *spells)
        notes.append(of(question(lambda table: act_here(table, game, game.seeker_of("s1"))), "attack:s2"))  # noqa: B023

    assert notes[0] == notes[1]


def test_the_gladiatrix_is_told_with_what_her_die_wins() -> None:
    """[12] One throw more: the faces that win, and those that tie."""
    game = a_game("gladiatrix", "miner")
    one, other = game.seekers

    ask = question(lambda table: attack(table, game, one, other, "fight"), {"duel.own": [[1]], "duel.foe": [[3]]})

    lead = one.strength - other.strength
    wins = [face for face in FACES if lead + face > 3]
    assert of(ask, "keep").note == ("duel.lost" if lead + 1 < 3 else "duel.tied")
    assert of(ask, "reroll").facts["winning"] == f"{wins[0]}–6"


def thrown_again(game: Game, side: str) -> tuple[int, int]:
    """As the rules judge it when this side throws a lost die again, and a tie where more faces help than harm."""
    ended = {"won": 0.0, "lost": 0.0, "tied": 0.0}
    better, worse = ("won", "lost") if side == "own" else ("lost", "won")

    def judged(own: int, theirs: int) -> str:
        game.fight = Fight(kind="fight", rival="s2", dice={"own": own, "theirs": theirs})
        return result(game)

    for own, theirs in product(FACES, repeat=2):
        ends = [judged(own, theirs)] * 6
        again = [judged(face, theirs) if side == "own" else judged(own, face) for face in FACES]
        if ends[0] == worse or (ends[0] == "tied" and again.count(better) > again.count(worse)):
            ends = again
        for end in ends:
            ended[end] += 1 / 6
    game.fight = None
    return round(ended["won"]), round(ended["lost"])


@pytest.mark.parametrize("item", ["", "sword", "runic_blade"])
@pytest.mark.parametrize("side", ["own", "theirs"])
def test_a_die_that_may_be_thrown_again_counts(side: str, item: str) -> None:
    """[6.5, 12] The Gladiatrix's second throw, whether she attacks or is attacked; not in psychic combat."""
    game = a_game(*(("gladiatrix", "shaman") if side == "own" else ("shaman", "gladiatrix")))
    give(game, "s2", *([item] if item else []))

    ask = question(lambda table: act_here(table, game, game.seeker_of("s1")))
    note, facts = what_is_there(game, game.seeker_of("s1"), game.seeker_of("s2").at)

    fight = of(ask, "attack:s2")
    assert told(fight) == thrown_again(game, side)
    assert told(fight) != throws_won(game, rival="s2")
    assert fight.facts["again"]
    assert (note, facts["won"]) == ("area.rivals.odds.draw", (told(fight)[0],))
    if side == "theirs":
        assert told(of(ask, "psychic:s2")) == throws_won(game, kind="psychic", rival="s2")


@pytest.mark.parametrize("attacked", [False, True])
def test_before_the_dice_a_second_throw_counts_too(attacked: bool) -> None:
    """[6.7] With a Spell as well, from either side."""
    seekers = ("rogue", "gladiatrix") if attacked else ("gladiatrix", "rogue")
    game = a_game(*seekers)
    ordered(game, "s2", evade="ask")
    give(game, "s1", "giant_might").power = 6

    ask: Any = question(lambda table: attack(table, game, *game.seekers, "fight"))

    option = (
        of(ask, "fight")
        if attacked or not any(one.id == "stand" for one in getattr(ask, "options", ()))
        else of(ask, "stand")
    )
    expected = thrown_again(game, "theirs" if attacked else "own")
    assert told(option) == (expected if option.id == "fight" else expected[::-1])


# Enemies, guardians, Gates -----------------------------------------------------------------------------------------


def test_before_the_dice_the_fight_is_named_and_its_odds_are_told() -> None:
    """[6.2, 7.3] Who against whom, as everybody sees, and what a Spell would make of it."""
    game = a_game("miner")
    one = give(game, "s1", "giant_might")
    lay(game, one.at, "orc")

    ask = question(lambda table: face_enemies(table, game, one, ["orc"], "fight"))

    game.fight = None
    assert (ask.facts["character"], ask.facts["enemies"]) == (Word("seeker.miner"), (Word("cavecard.orc"),))
    assert told(of(ask, "fight")) == throws_won(game, foes=["orc"])
    gain = int(str(of(ask, "cast:giant_might").facts["gain"]))
    assert told(of(ask, "cast:giant_might")) == throws_won(game, foes=["orc"], bonus={"own": gain})


def test_a_step_says_the_odds_against_what_lies_there() -> None:
    """[5.8, 6.2, 6.3] Animals and Monsters together; Spirits by Power; both, one after the other."""
    game = a_game("miner")
    one = game.seeker_of("s1")

    lay(game, "C6", "orc", "goblin")
    note, facts = what_is_there(game, one, "C6")
    assert (note, (facts["wins"], facts["losses"])) == ("area.cards.fight", throws_won(game, foes=["orc", "goblin"]))

    spirit = next(card.id for card in game.tables.cards.card if card.type == "spirit" and not card.set_aside)
    lay(game, "C6", spirit)
    note, facts = what_is_there(game, one, "C6")
    assert (note, facts["psychic"]) == ("area.cards.two", throws_won(game, kind="psychic", foes=[spirit])[0])


def test_a_step_to_a_rival_says_the_odds_except_at_the_entrance() -> None:
    """[5.3, 6.5] Where nobody may be attacked, there are none."""
    game = a_game("miner", "alchemist")
    one, other = game.seekers

    other.at = "C6"
    assert what_is_there(game, one, "C6")[1]["won"] == (throws_won(game, rival="s2")[0],)
    other.at = game.tables.board.entrance
    assert what_is_there(game, one, other.at)[0] == "area.entrance"


@pytest.mark.parametrize(
    ("at", "note"),
    [
        ("E5", "area.rivals.odds.special"),
        ("I6", "area.rivals.odds.chamber"),
        ("A2", "area.rivals.odds.search"),
        ("C6", "area.rivals.odds.draw"),
    ],
)
def test_a_rival_does_not_hide_what_the_area_has_in_store(at: str, note: str) -> None:
    """[5.1, 5.3] Whoever does not attack there has to do with the area."""
    game = a_game("miner", "alchemist")
    one, other = game.seekers
    one.at, other.at = "E6", at

    assert what_is_there(game, one, at)[0] == note


def test_a_step_warns_of_death_at_the_last_endurance() -> None:
    """[5.1, 6.2, 6.5, 9] By an Enemy, a rival, the Bridge without the Rope, and each Chamber that may wound."""
    game = a_game("miner", "alchemist")
    one, other = game.seekers
    one.endurance = 1
    lay(game, "C6", "orc")
    other.at = "B6"

    assert what_is_there(game, one, "C6")[1]["stake"] == Word("cavestake.death")
    assert what_is_there(game, one, "B6")[1]["stake"] == Word("cavestake.death")
    assert what_is_there(game, one, "E5")[0] == "cavespecial.bridge.last"
    kinds = what_is_there(game, one, "I6")[1]["kinds"]
    wounding = [kind.id for kind in game.tables.chambers.chamber if b"lose_endurance" in msgspec.json.encode(kind.do)]
    assert [str(kind) for kind in wounding] == [
        kind.key.split(".")[1]
        for kind in kinds
        if isinstance(kind, Phrase) and kind.key.endswith(".last")  # type: ignore[union-attr]
    ]


def test_the_rope_does_not_save_for_certain() -> None:
    """[11 bridge] It may be the Item that falls: with the last Endurance that is said, as the only Item for certain."""
    game = a_game("miner")
    one = give(game, "s1", "rope")

    assert what_is_there(game, one, "E5") == ("cavespecial.bridge", {"vain": False, "only": True})
    one.endurance = 1
    assert what_is_there(game, one, "E5") == ("cavespecial.bridge.last.rope", {"vain": False, "only": True})
    give(game, "s1", "helmet")
    assert what_is_there(game, one, "E5")[1]["only"] is False


def test_a_trial_says_its_odds() -> None:
    """[10.6] Strength against the guardian's, and what a loss costs: nobody comes again once the Crystal is found."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.crystal = one.at
    one.endurance = 1

    (trial,) = [offer.option for offer in trial_offers(game, one) if offer.option.id == "trial:strength"]

    assert told(trial) == throws_won(game, guardian="x", value=game.tables.crystal.strength_guardian)
    assert trial.facts["stake"] == Word("cavestake.end")


def test_the_gladiators_say_their_odds() -> None:
    """[9] Fight or pay."""
    game = a_game("miner", at="I6")
    one = game.seeker_of("s1")
    face = next(n for n in FACES if game.tables.chambers.at(n).id == "gladiators")

    ask: Any = question(lambda table: carry_out(table, game, one, face))

    (fight,) = [option for option in ask.options if option.note == "caveway.fight_gladiator"]
    assert told(fight) == throws_won(game, guardian="x", value=fight.facts["number"])


@pytest.mark.parametrize(
    ("seeker", "label", "note"), [("alchemist", "gate.force", "gate.force"), ("miner", "gate.force.sure", "gate.sure")]
)
def test_gates_that_open_for_certain_are_said_to(seeker: str, label: str, note: str) -> None:
    """[4.8] The Miner adds 3 to 4 against 8: any face is enough, and there is no failure to warn of."""
    game = a_game(seeker, at="E4")

    (force,) = [offer.option for offer in gate_offers(game, game.seeker_of("s1")) if offer.option.id == "gate:force"]

    assert (force.label, force.note) == (label, note)


def test_how_the_die_decides_at_forks_is_said_once() -> None:
    """[4.5] With the first of the moves by die; where no face leads farther than a step there is the step alone."""
    game = a_game("miner", at="E6")
    one = game.seeker_of("s1")

    notes = [offer.option.note for offer in move_offers(game, one) if offer.option.label == "move.first"]

    assert notes == ["move.forks", "move.ends", "move.ends"]
    assert [offer.option.id for offer in move_offers(game, one) if offer.option.id.endswith(":E7")] == ["go:E7"]


def test_each_face_leads_where_the_walk_ends() -> None:
    """[4.5–4.8] From E6 north: over the bridge, with 3 and 4 to the Gates, with more to the right."""
    game = a_game("miner", at="E6")
    one = game.seeker_of("s1")
    game.trip.path = ["E6"]

    north = next(offer.option for offer in move_offers(game, one) if offer.option.id == "roll:E5")

    ends: Any = north.facts["ends"]
    said = zip(north.facts["faces"], (dict(end.facts)["at"] for end in ends), strict=True)  # type: ignore[arg-type]
    assert [*said] == [("1", "E5"), ("2–4", "E4"), ("5", "G5"), ("6", "G6")]
    play(lambda table: walk(table, game, one, "E5"), {"move.roll": [4]})
    assert one.at == "E4"


def test_a_way_through_the_crystal_chamber_tells_the_trials_there() -> None:
    """[4.10] One may stop in it whatever the die says, so that it is an end of the way, too."""
    game = a_game("miner", at="E6")
    one, game.crystal = game.seeker_of("s1"), "E5"
    game.trip.path = ["E6"]

    north = next(offer.option for offer in move_offers(game, one) if offer.option.id == "roll:E5")

    ends: Any = north.facts["ends"]
    said = zip(north.facts["faces"], (dict(end.facts)["at"] for end in ends), strict=True)  # type: ignore[arg-type]
    there = dict(ends[0].facts)["seen"]
    assert [*said] == [("1–6", "E5"), ("2–4", "E4"), ("5", "G5"), ("6", "G6")]
    assert [part.key for part in there] == ["glimpse.crystal", "glimpse.trials"]
    assert len(dict(there[1].facts)["won"]) == 2  # the wealth is not fought for


def test_exploring_says_what_may_be_drawn() -> None:
    """[5.4] Beside an attack: how many Enemies are in each deck, and how often one is beaten on average."""
    game = a_game("miner", at="B6")

    note, facts = what_exploring_brings(game, game.seeker_of("s1"))

    assert note == "explore.decks"
    assert (facts["draws"], facts["cave_foes"], facts["cave_left"]) == (1, 25, 59)
    assert 0 < facts["cave_wins"] < 100  # per cent


def test_exploring_says_what_lies_there() -> None:
    """[5.4, 6.2] No more is drawn, and the Orc is to be fought."""
    game = a_game("miner", at="B6")
    game.lying["B6"] = ["orc"]

    note, facts = what_exploring_brings(game, game.seeker_of("s1"))

    assert (note, facts["theirs"]) == ("explore.cards.fight", 4)


def test_a_chamber_says_what_it_may_be() -> None:
    """[9.1, 10.3] Behind the Gates it may be that of the Crystal."""
    outer, inner = a_game("miner", at="A6"), a_game("miner", at="A2")

    assert what_exploring_brings(outer, outer.seeker_of("s1"))[0] == "explore.chamber"
    assert what_is_there(outer, outer.seeker_of("s1"), "I6")[0] == "area.chamber"
    assert what_exploring_brings(inner, inner.seeker_of("s1"))[0] == "explore.chamber.search"


def test_the_trial_of_wealth_says_what_it_needs() -> None:
    """[10.7] Three bags and a magic blade are five points."""
    game = a_game("miner", at="A2")
    one = game.seeker_of("s1")
    game.crystal, one.gold, one.items = "A2", 3, ["runic_blade"]

    (trial,) = [offer.option for offer in trial_offers(game, one) if offer.option.id == "trial:wealth"]

    assert trial.note == "trial.wealth"
    assert [trial.facts[what] for what in ("needed", "points", "item", "magic")] == [5, 5, 1, 2]


def test_who_is_attacked_is_told_the_odds_of_standing_fast() -> None:
    """[6.1, 6.5] The Rogue may slip away, and knows what a fight would come to."""
    game = a_game("miner", "rogue")
    one, other = game.seekers
    ordered(game, "s2", evade="ask")

    ask: Any = question(lambda table: attack(table, game, one, other, "fight"))

    won, lost = throws_won(game, rival="s2")
    assert told(of(ask, "stand")) == (lost, won)


def test_what_one_is_after_at_the_crystal_is_not_beyond_reach() -> None:
    """[10] A trial here and now for who may pass it; else to grow first."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.crystal = one.at
    one.strength = one.power = 1

    assert aim_of(game, one).key == "caveaim.grow"

    one.strength = one.power = 9
    assert aim_of(game, one).key == "caveaim.here"


def test_the_goal_names_the_trials_that_are_open_with_what_is_missing() -> None:
    """[10.6, 10.7] A trial of Wealth that is sure calls to the Crystal Chamber, though the others are too hard."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.crystal, one.gold, one.trials = "A2", 7, ["power"]
    one.strength = one.power = 1
    own, guardian = might(game, one, "fight", ()), game.tables.crystal.strength_guardian
    points = wealth_facts(game, one)["points"]

    strength = phrase("caveaim.strength", own=own, needed=guardian, chance=0, sure=False)
    wealth = phrase("caveaim.wealth", own=points, needed=game.tables.crystal.wealth_points, sure=True)
    assert aim_of(game, one) == phrase("caveaim.trials", left=(strength, wealth), at="A2")
    assert goal_of(game, one).far["A2"] == 0

    one.strength = guardian - (own - one.strength)
    even = phrase("caveaim.strength", own=guardian, needed=guardian, chance=42, sure=False)
    assert aim_of(game, one) == phrase("caveaim.trials", left=(even, wealth), at="A2")

    one.strength = 1
    one.trials.append("wealth")
    assert aim_of(game, one) == phrase("caveaim.grow", left=(strength,), at="A2")
    assert goal_of(game, one).far["A2"] > 0


def test_who_is_weak_is_to_grow_before_going_through_gates_that_are_open() -> None:
    """[4.8, 10.3] As one who plays as usual does; with 9 together the Chambers beyond are next."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    one.strength, one.power = 4, 4
    for gates, aim in (([], "rise"), (["W1"], "rise")):
        game.gates = gates
        assert aim_of(game, one).key == f"caveaim.{aim}"

    one.power = 5
    for gates, aim in (([], "gates"), (["W1"], "search")):
        game.gates = gates
        assert aim_of(game, one).key == f"caveaim.{aim}"


def test_who_needs_less_for_the_trial_of_wealth_is_told_that_it_is_the_ability() -> None:
    """[10.7, 12] The points to hand over, and that they are fewer than for others."""
    for seeker, helped in (("miner", False), ("alchemist", True)):
        game = a_game(seeker)
        one = game.seeker_of("s1")
        game.crystal, one.gold = one.at, 9
        (wealth,) = [offer.option for offer in trial_offers(game, one) if offer.option.id == "trial:wealth"]

        assert wealth.facts["value"] == game.tables.crystal.wealth_points
        assert wealth.facts["needed"] == game.tables.crystal.wealth_points - helped
        assert wealth.facts["helped"] is helped
