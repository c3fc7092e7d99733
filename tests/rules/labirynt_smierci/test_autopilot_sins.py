"""What a friend who looks over one's shoulder would not forgive: each once done by the autopilot, and done no more."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Value
from rules.kernel.requests import PARTY, Amount
from rules.kernel.words import Word
from rules.labirynt_smierci.autopilot import meeting
from rules.labirynt_smierci.autopilot.strength import best_ranks, wanted_ranks
from rules.labirynt_smierci.combat.fight import take_places
from rules.labirynt_smierci.combat.odds import fight_odds, fought
from rules.labirynt_smierci.combat.orders import orders_form
from rules.labirynt_smierci.combat.regroup import regroup_form
from rules.labirynt_smierci.encounter.monsters import encounter
from rules.labirynt_smierci.model import Fight, Game, Monster
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.stage import play_stage
from rules.labirynt_smierci.traps import delegates, meet_trap, thieves
from tests.rules.playing import question

RULES = LabiryntSmierci.with_tables()
DEAD_END = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, {"at": [0, -1], "sides": "CWCW"}]
FRONT = [{"hero": "lord_dil"}, {"hero": "almuric"}, {"hero": "zareth"}]
BEHIND = [{"hero": "gilith"}, {"hero": "linfalas"}]
SIX = [*FRONT, *BEHIND, {"hero": "eodred"}]


def on_the_way(**setup: Any) -> Value:
    """What the autopilot answers before it moves."""
    game = placed({"maze": DEAD_END, "at": [0, -1], **setup})
    return RULES.autopilot(game, question(lambda table: play_stage(table, game)), "s1")


def before_monsters(kind: str, strengths: list[int], **setup: Any) -> Value:
    """What the autopilot answers when these are met."""
    game = placed({"monsters": {"kind": kind, "strengths": strengths}, **setup})
    group = game.met
    assert group is not None
    return RULES.autopilot(game, question(lambda table: encounter(table, game, group)), "s1")


def placed(setup: dict[str, Any]) -> Game:
    """This position."""
    game, _ = RULES.scene("stage", setup)
    return game


# The better weapon in hand ---------------------------------------------------------------------------------------


AXE = {"kind": "weapon", "name": "axe", "plus": 5}


@pytest.mark.parametrize(
    ("armed", "weapon"), [({"in_hand": "sword", "items": [AXE]}, "axe"), ({"in_hand": "dagger"}, "sword")]
)
def test_the_better_weapon_is_taken_in_hand_when_monsters_come(armed: dict[str, Any], weapon: str) -> None:
    """It is free until the first round, so it does not hold up the way before."""
    party = [{"hero": "lord_dil", **armed}, {"hero": "almuric"}]

    assert on_the_way(party=party) == ["explore"]
    assert before_monsters("warg", [3], party=party) == ["weapons", {"lord_dil": weapon, "almuric": "sword"}]


# Lessons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("items", "lesson"), [([], "weapon"), ([AXE], "strength")])
def test_nobody_practises_what_he_does_not_fight_with(items: list[dict[str, Any]], lesson: str) -> None:
    """Lord Dil is a swordsman, until he finds an axe of five."""
    fighter = {"hero": "lord_dil", "in_hand": "axe" if items else "sword", "items": items, "experience": 50}

    assert on_the_way(party=[fighter, *FRONT[1:]]) == ["improve", {"lord_dil": lesson}]


# Bribes ----------------------------------------------------------------------------------------------------------


WEAK = [{"hero": "alric", "wounds": 3}, {"hero": "maytwist", "wounds": 4, "skills": {"negotiation": 0}}]


def test_a_bribe_is_the_cheapest_sum_of_its_chance() -> None:
    """Of 125 in the purse 100 buy the same as all."""
    said = before_monsters("evil_hero", [10], purse=125, party=WEAK, options={"negotiation": "one"})

    assert isinstance(said, list)
    assert said[0] in ("bribe", "negotiate", "fight")
    assert said[0] != "bribe" or said[1] in (20, 40, 60, 80, 100)


@pytest.mark.parametrize(("party", "priced"), [(WEAK, True), (SIX, False)])
def test_a_spurned_bribe_is_priced_only_where_a_bribe_may_be_chosen(
    monkeypatch: pytest.MonkeyPatch, party: list[dict[str, Any]], priced: bool
) -> None:
    """The second fight on paper costs as much as the first."""
    asked: list[dict[str, bool]] = []
    monkeypatch.setattr(meeting, "fight_odds", lambda *of, **how: asked.append(how) or fight_odds(*of, **how))

    before_monsters("orc", [2], purse=125, party=party, options={"negotiation": "one"})

    assert asked == [{}, *[{"monsters_first": True}] * priced]


@pytest.mark.parametrize(("kind", "strength", "gold"), [("gargoyle", 13, 150), ("evil_hero", 4, 40), ("orc", 3, 20)])
def test_who_would_rather_fight_names_no_sum_that_hardly_helps(kind: str, strength: int, gold: int) -> None:
    """The form of a bribe opens with the least that is taken every second time."""
    game = placed({"monsters": {"kind": kind, "strengths": [strength]}, "purse": 399, "party": SIX})

    assert RULES.autopilot(game, Amount(who=PARTY, why="bribe.offer", least=1, most=399), "s1") == gold


@pytest.mark.parametrize("purse", [40, 74, 399])
def test_no_sum_is_offered_above_a_row_of_the_table(purse: int) -> None:
    """A Gargoyle that will not talk any more: whatever is offered buys a chance that nothing less does."""
    band = {"kind": "gargoyle", "strengths": [13], "negotiated": True}
    game = placed({"monsters": band, "purse": purse, "party": WEAK})
    group = game.met
    assert group is not None
    said = RULES.autopilot(game, question(lambda table: encounter(table, game, group)), "s1")

    assert isinstance(said, list)
    assert said[0] != "bribe" or said[1] in (40, 60, 150, 200)


def test_nothing_is_offered_for_a_chance_in_six_when_a_refusal_costs_more_than_the_fight() -> None:
    """Two strong fighters before an Ogre: they fight."""
    band = {"kind": "ogre", "strengths": [4], "negotiated": True}
    game = placed({"monsters": band, "purse": 20, "party": FRONT})
    group = game.met
    assert group is not None

    assert RULES.autopilot(game, question(lambda table: encounter(table, game, group)), "s1") == ["fight"]


# Talks -----------------------------------------------------------------------------------------------------------


def test_a_sure_fight_is_fought_and_not_talked_away() -> None:
    """A Vampire is dead before it can harm six fighters; 3 of 36 words would be listened to."""
    assert before_monsters("vampire", [6], party=SIX) == ["fight"]


def test_talks_come_first_where_a_fight_would_be_dear() -> None:
    """They cost nothing, and failing them there is still all else."""
    said = before_monsters("evil_hero", [10], party=WEAK)

    assert isinstance(said, list)
    assert said[0] == "negotiate"


# The order of march ----------------------------------------------------------------------------------------------


def test_the_best_fighters_do_not_wait_in_the_third_rank() -> None:
    """Archers and a mage stand in front, three swordsmen behind: they change places when monsters come."""
    ranks = [["gilith", "eodred"], ["linfalas"], ["lord_dil", "almuric", "zareth"]]

    assert on_the_way(party=SIX, formation=ranks) == ["explore"]
    said = before_monsters("gargoyle", [14], party=SIX, formation=ranks)
    assert isinstance(said, list)
    assert said[0] == "formation"
    assert set(said[1][0]) == {"lord_dil", "almuric", "zareth"}


def test_archers_stay_behind_while_two_swordsmen_are_whole() -> None:
    """A third place in front is not theirs."""
    ranks = [["lord_dil", "almuric", "linfalas"], ["gilith", "eodred"]]
    said = before_monsters("gargoyle", [14], party=[*FRONT[:2], *BEHIND, {"hero": "eodred"}], formation=ranks)

    assert isinstance(said, list)
    assert said[0] == "formation"
    assert set(said[1][0]) == {"lord_dil", "almuric"}


@pytest.mark.parametrize("wounds", [6, 9])
def test_the_badly_hurt_do_not_stand_in_front(wounds: int) -> None:
    """A swordsman with less than half of his ten, and a fresh one behind."""
    party = [{"hero": "lord_dil", "wounds": wounds}, {"hero": "almuric"}, {"hero": "zareth"}]
    said = before_monsters("gargoyle", [14], party=party, formation=[["lord_dil", "almuric"], ["zareth"]])

    assert isinstance(said, list)
    assert said[0] == "formation"
    assert "lord_dil" not in said[1][0]


def test_an_order_that_is_nearly_as_good_is_left_alone() -> None:
    """Fighters in front, archers behind."""
    ranks = [["lord_dil", "almuric", "zareth"], ["gilith", "linfalas", "eodred"]]
    party = [{**one, "in_hand": "bow"} if one in BEHIND else one for one in SIX]
    said = before_monsters("gargoyle", [14], party=party, formation=ranks)

    assert isinstance(said, list)
    assert said[0] != "formation"


# Things ----------------------------------------------------------------------------------------------------------


MEDALLION = {"kind": "medallion"}
ALONE = {"recruits": "no"}


def test_a_medallion_that_nobody_knows_is_not_put_on_in_the_maze() -> None:
    """It may strangle."""
    said = on_the_way(party=[{"hero": "lord_dil", "items": [MEDALLION]}, {"hero": "almuric"}])

    assert isinstance(said, list)
    assert not said[0].startswith("wear")


def test_it_is_put_on_outside() -> None:
    """What it takes heals when they go in again; who could die of it leaves it."""
    strong = {"hero": "lord_dil", "items": [MEDALLION]}
    frail = {"hero": "eodred", "strength": 5, "items": [MEDALLION]}

    assert on_the_way(party=[strong], outside=True, options=ALONE) == ["wear:lord_dil:i1"]
    assert on_the_way(party=[frail], outside=True, options=ALONE) == ["enter"]


# The Gate --------------------------------------------------------------------------------------------------------


GATE_MAZE = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "kind": "stairs", "sides": "DDDD"},
    {"at": [0, -1], "kind": "stairs", "sides": "DDDD", "level": 2},
    {"at": [0, -1], "kind": "stairs", "sides": "DDDD", "level": 3},
]


@pytest.mark.parametrize(("adventure", "more", "goes"), [(1, 8, False), (3, 8, True), (3, 0, False)])
def test_the_gate_is_sought_by_odds_and_in_the_last_adventure_by_less(adventure: int, more: int, goes: bool) -> None:
    """With two adventures to come it can wait; unimproved nobody goes to a sure death, not even in the last."""
    gate, party = {"level": 3, "segments_left": 1}, [{**hero, "strength": 10 + more} for hero in (*FRONT, *BEHIND)]
    said = on_the_way(party=party, maze=GATE_MAZE, at=[0, -1], gate=gate, adventure=adventure)

    assert (said == ["go:3:0:-1:n"]) is goes


# On the way home -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "turns"), [(2, False), (30, True)])
def test_how_badly_hurt_is_weighed_against_how_far_home_is(far: int, turns: bool) -> None:
    """The same wounds: beside the entrance the party goes on, thirty segments away it turns home, in one journey."""
    hall = [{"at": [0, -n], "kind": "corridor", "sides": "CWCW"} for n in range(1, far + 1)]
    maze = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, *hall]
    party = [{"hero": "lord_dil", "wounds": 4}, {"hero": "almuric", "wounds": 3}]
    said = on_the_way(party=party, maze=maze, at=[0, -far], formation=[["lord_dil", "almuric"]])

    assert (said == ["go:1:0:0"]) is turns


def test_from_afar_the_badly_hurt_go_home_by_magic() -> None:
    """Teleport costs three; thirty segments cost more."""
    hall = [{"at": [0, -n], "kind": "corridor", "sides": "CWCW"} for n in range(1, 31)]
    mage = {"hero": "gislan", "usable": ["teleport"]}
    party = [{"hero": "lord_dil", "wounds": 8}, {"hero": "almuric", "wounds": 5}, mage]
    maze = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}, *hall]
    said = on_the_way(party=party, maze=maze, at=[0, -30], sun="red", formation=[["almuric", "gislan"], ["lord_dil"]])

    assert said == ["cast:teleport", "gislan>0,0"]


def test_an_exit_behind_monsters_that_were_paid_comes_last() -> None:
    """They wait to the north, with an exit behind them; there is another one farther off."""
    maze = [
        {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
        {"at": [0, -1], "sides": "CCCW"},
        {"at": [0, -2], "kind": "room", "sides": "DWDW"},
        {"at": [1, -1], "sides": "WCWC"},
        {"at": [2, -1], "sides": "WCWC"},
        {"at": [3, -1], "sides": "WCWC"},
    ]
    band = {"kind": "evil_mage", "strengths": [6, 7], "bribed": True, "stance": "truce", "at": [0, -2]}
    said = on_the_way(maze=maze, at=[0, -1], monsters=band)

    assert said in (["explore"], ["go:1:3:-1:e"], ["go:1:3:-1"])


MIDDLING = 24
"""The strength of three swordsmen for whom the Gate is neither sure nor hopeless."""

# Remedies --------------------------------------------------------------------------------------------------------


def test_a_healing_potion_is_drunk_by_who_is_hurt() -> None:
    """Who carries it has five wounds."""
    potion = {"kind": "potion", "name": "healing"}
    party = [{"hero": "lord_dil", "wounds": 5, "items": [potion]}, {"hero": "almuric"}]

    assert on_the_way(party=party) == ["drink:lord_dil:i1"]


@pytest.mark.parametrize("spell", ["mage_armor", "strength"])
@pytest.mark.parametrize(("strength", "casts"), [(MIDDLING, True), (60, False)])
def test_a_spell_is_cast_in_advance_where_it_changes_the_odds(spell: str, strength: int, casts: bool) -> None:
    """One segment more, and the Gate stands there; whom it cannot harm saves the price."""
    mage = {"hero": "eodred", "usable": [spell]}
    setup: dict[str, Any] = {"party": [*({**hero, "strength": strength} for hero in FRONT), mage], "sun": "red"}
    setup |= {"adventure": 3, "formation": [["lord_dil", "almuric", "zareth"], ["eodred"]]}

    said = on_the_way(**setup, gate={"level": 1, "segments_left": 1})
    assert (said[0] == f"cast:{spell}") is casts  # type: ignore[index]


def test_mage_armor_is_cast_on_the_first_rank_and_strength_only_before_the_gate() -> None:
    """The one takes three wounds for one of strength, the other helps in the next fight."""
    mage = {"hero": "eodred", "usable": ["mage_armor", "strength"]}
    setup: dict[str, Any] = {"party": [*FRONT, mage], "sun": "red"}
    said = on_the_way(**setup, formation=[["lord_dil", "almuric", "zareth"], ["eodred"]])

    assert said == ["cast:mage_armor", "eodred>almuric"]


# Traps -----------------------------------------------------------------------------------------------------------


def test_a_trap_is_for_who_can_disarm_it() -> None:
    """Zurik's three of six is better than Lord Dil's breadth, and Gerudirr's one than nothing if both may die."""
    for hero, hurt in (("zurik", 0), ("gerudirr", 4)):
        game = placed({"party": [{"hero": "lord_dil", "wounds": hurt}, {"hero": hero}]})

        assert RULES.autopilot(game, trapped(game), "s1") == [hero]


def test_who_may_die_of_it_is_not_sent() -> None:
    """One of six, and two of strength; even four are not enough for a poisoned arrow."""
    for wounds in (4, 2):
        game = placed({"party": [{"hero": "lord_dil"}, {"hero": "gerudirr", "wounds": wounds}]})

        assert RULES.autopilot(game, trapped(game), "s1") == ["nobody"]


def test_who_cannot_die_of_it_goes_before_who_disarms_better() -> None:
    """Zurik's three of six may still cost him his last two points of strength."""
    game = placed({"party": [{"hero": "lord_dil"}, {"hero": "zurik", "wounds": 5}]})

    assert RULES.autopilot(game, trapped(game), "s1") == ["nobody"]


def test_thief_is_cast_where_a_trap_would_cost_more() -> None:
    """A mage with few points left spends one of them on the spell instead of a life."""
    game = placed({"party": [{"hero": "alric", "wounds": 3, "known": ["thief"], "usable": ["thief"]}]})

    assert RULES.autopilot(game, trapped(game), "s1") == ["thief:alric"]


def trapped(game: Game) -> Any:
    """The question who is sent to a trapped door."""
    name = Word("trapped.door")
    return question(lambda table: meet_trap(table, game, name, [*delegates(game), *thieves(game, name)]))


# Ranks -----------------------------------------------------------------------------------------------------------


def ranks_moved(**wounds: int) -> Any:
    """What «as usual» does to two ranks of two, after a round."""
    party = [{"hero": hero, "wounds": wounds.get(hero, 0)} for hero in ("lord_dil", "raman", "dierdra", "almuric")]
    ranks = [["lord_dil", "raman"], ["dierdra", "almuric"]]
    game = placed({"party": party, "formation": ranks, "monsters": VAMPIRE, "orders": {"s1": {"regroup": "usual"}}})
    return RULES.autopilot(game, regroup_form(game, "s1"), "s1")


def test_the_badly_hurt_steps_back_and_does_not_come_again() -> None:
    """Raman has two left and makes room; who is hurt as badly as he stays behind, whoever fares worse in front."""
    assert ranks_moved(raman=7)["rank1"] in ("raman=dierdra", "raman=almuric")
    assert set(ranks_moved(raman=7, dierdra=4, almuric=5).values()) == {"stay"}
    assert set(ranks_moved(raman=3).values()) == {"stay"}


def test_whoever_may_fall_next_makes_room_for_somebody_much_healthier() -> None:
    """Raman has two left; Dierdra fights worse than he does, but can take a blow. Another one as weak would not do."""
    assert ranks_moved(raman=7, almuric=6)["rank1"] == "raman=dierdra"
    assert ranks_moved(raman=7, dierdra=4, almuric=6)["rank1"] == "stay"


def test_who_would_step_up_anyway_says_so() -> None:
    """One stands in front: of the two behind the stronger comes forward, and nobody promises that all stay."""
    party = [{"hero": "lord_dil"}, {"hero": "dierdra", "wounds": 3}, {"hero": "almuric"}]
    game = placed({"party": party, "formation": [["lord_dil"], ["dierdra", "almuric"]], "monsters": VAMPIRE})

    assert RULES.autopilot(game, regroup_form(game, "s1"), "s1") == {"rank2": "almuric>0"}


def test_nobody_who_may_fall_next_is_left_in_front_before_a_fight() -> None:
    """A new order of march, even for a small gain."""
    party = [{"hero": "lord_dil"}, {"hero": "raman", "wounds": 7}, {"hero": "dierdra"}]
    game = placed({"party": party, "formation": [["lord_dil", "raman"], ["dierdra"]], "monsters": VAMPIRE})

    assert "raman" not in (wanted_ranks(game, game.met) or [[]])[0]


def test_the_best_fighter_stands_in_front_though_he_can_cast() -> None:
    """Gislan's axe does more there than Alric's sword would, and more than a spell now and then."""
    others = [{"hero": hero} for hero in ("theregond", "wendolyn", "alric")]
    game = placed({"party": [{"hero": "gislan", "known": ["sleep"]}, *others]})

    assert "gislan" in best_ranks(game)[0]


# In a fight ------------------------------------------------------------------------------------------------------


def beside_a_charmed_comrade(*standing: tuple[str, ...], behind: dict[str, Any], vampire: int = 10) -> Any:
    """The orders while Zareth, charmed by the Vampire, has three strength left; ``standing``: the monsters' ranks."""
    monsters = {"kind": "vampire", "strengths": [vampire]}
    party, ranks = [*FRONT, behind], [["almuric", "lord_dil", "zareth"], [behind["hero"]]]
    game = placed({"party": party, "formation": ranks, "monsters": monsters, "sun": "red"})
    group, zareth = game.met, game.characters["zareth"]
    assert group is not None
    zareth.fate = "turned"
    group.monsters.append(Monster(id="zareth-2", kind="vampire", full=3, person="zareth", master="vampire-1"))
    game.formation = (("almuric", "lord_dil"), (behind["hero"],))
    game.fight = Fight(monsters=standing)
    take_places(game)
    form = orders_form(game, group, "s1")
    assert form is not None
    return RULES.autopilot(game, form, "s1")


ARCHER = {"hero": "gilith", "in_hand": "bow"}


def test_an_archer_shoots_at_the_vampire_and_not_at_the_comrade_it_charmed() -> None:
    """He comes to his senses when it falls."""
    assert beside_a_charmed_comrade(("vampire-1", "zareth-2"), behind=ARCHER)["gilith"] == "attack:vampire-1"


def test_who_faces_a_charmed_comrade_holds_while_others_strike_the_vampire() -> None:
    """Lord Dil reaches nobody else; he strikes only once nobody reaches a foe."""
    assert beside_a_charmed_comrade(("vampire-1", "zareth-2"), behind=ARCHER)["lord_dil"] == "hold"
    assert beside_a_charmed_comrade(("zareth-2",), ("vampire-1",), behind=ARCHER)["lord_dil"] == "attack:zareth-2"


def test_no_lightning_strikes_a_charmed_comrade() -> None:
    """It would do more to his three points than to the Vampire's last one."""
    mage = {"hero": "eodred", "known": ["lightning"], "usable": ["lightning"]}
    said = beside_a_charmed_comrade(("vampire-1", "zareth-2"), behind=mage, vampire=1)

    assert not said["eodred"].endswith("zareth-2")


VAMPIRE = {"kind": "vampire", "strengths": [10]}


def test_the_odds_of_a_fight_are_the_same_whenever_they_are_asked() -> None:
    """The dice on paper are always the same ones, so «as usual» answers alike at every replay."""
    game = placed({"party": FRONT, "monsters": VAMPIRE})
    group = game.met
    assert group is not None
    first = fight_odds(game, group)
    fought.cache_clear()

    assert fight_odds(game, group) == first
    assert 0 <= first.wiped < 0.2
    assert fight_odds(game, group, monsters_first=True).loss >= first.loss


def test_what_nobody_was_told_changes_no_odds() -> None:
    """An Evil Hero's weapon skill is rolled in secret: the same forecast for one and six."""
    odds = []
    for skill in (1, 6):
        band = {"kind": "evil_hero", "strengths": [8], "skill": skill}
        game = placed({"party": FRONT, "monsters": band})
        assert game.met is not None
        odds.append(fight_odds(game, game.met))

    assert odds[0] == odds[1]


@pytest.mark.parametrize("owner", ["s1", "s2"])
def test_two_casters_are_not_told_to_put_the_same_monster_to_sleep(owner: str) -> None:
    """The second spell of the round would be wasted; of two owners, too."""
    casters = [{"hero": hero, "known": ["sleep"], "usable": ["sleep"]} for hero in ("gislan", "larraka")]
    ranks = [["almuric", "lord_dil", "zareth"], ["gislan", "larraka"]]
    minotaurs = {"kind": "minotaur", "strengths": [16, 15]}
    game = placed({"seats": ["s1", "s2"], "party": [*FRONT, *casters], "formation": ranks, "monsters": minotaurs})
    for hero in game.characters.values():
        hero.seat = owner if hero.id == "larraka" else "s1"
    group = game.met
    assert group is not None
    game.fight = Fight(monsters=(("minotaur-1", "minotaur-2"),))
    take_places(game)
    said: dict[str, Any] = {}
    for seat in dict.fromkeys(("s1", owner)):
        form = orders_form(game, group, seat)
        assert form is not None
        said.update(RULES.autopilot(game, form, seat))  # type: ignore[arg-type]  # a form's answer

    assert said["gislan"].startswith("cast:sleep:")
    assert said["gislan"] != said["larraka"]
