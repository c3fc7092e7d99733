"""Labirynt Śmierci: what the questions say beforehand of stairs, fights, spells and aims."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.prompts.story import all_dice, words
from bot.discord.prompts.words import label, note
from bot.games import face_of
from bot.words.narrator import LOCALES, Narrator
from rules.kernel.chance import Sealed
from rules.kernel.events import DiceRolled
from rules.kernel.requests import PARTY, NextAction, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import take_places
from rules.labirynt_smierci.combat.odds import fight_odds, fought
from rules.labirynt_smierci.combat.orders import possible_orders
from rules.labirynt_smierci.course.ways import way_offers
from rules.labirynt_smierci.encounter.monsters import assemble, encounter_offers
from rules.labirynt_smierci.encounter.talks import outlook
from rules.labirynt_smierci.events.course import ApprenticeJoined
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.model import Fight, Game
from rules.labirynt_smierci.party.traits import resistance
from tests.rules.labirynt_smierci import set_right as crawl

LONGEST = 40
"""Letters of the reason beside ⭐."""
FACE = face_of("labirynt-smierci")
ARMED = [{"hero": hero, "weapons": ["sword"], "in_hand": "sword"} for hero in ("almuric", "alric")]
"""Who has nothing to change before going on."""
SEED = b"a" * 32
"""By which several monsters come, as many as a die says."""
STAIRS: list[dict[str, Any]] = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "kind": "stairs", "sides": "WWCC"},
]


def way(option: str, level: int, **setup: Any) -> Option:
    """One of the ways from stairs on this level."""
    game = crawl.a_game(maze=[*STAIRS, *({**STAIRS[1], "level": n} for n in (2, 3))], level=level, **setup)
    return next(offer.option for offer in way_offers(game) if offer.option.id == option)


@pytest.mark.parametrize("locale", LOCALES)
def test_stairs_say_where_they_lead_and_what_waits_there(locale: str) -> None:
    """The monsters of deeper levels are stronger, on the third there are twice as many [6.7]."""
    narrator = Narrator(locale)

    second, third, up = way("down", 1), way("down", 2), way("up", 3)

    assert [label(narrator, one)[-1] for one in (second, third, up)] == ["2", "3", "2"]
    assert "+2" in note(narrator, second)
    assert "+4" in note(narrator, third)
    assert note(narrator, third) != note(narrator, second).replace("+2", "+4")
    assert not note(narrator, up)


def test_with_kinder_numbers_nobody_is_warned_of_twice_as_many() -> None:
    """The house rule leaves their number as it is [6.7]."""
    narrator = Narrator("en")

    assert "times" in note(narrator, way("down", 2))
    assert "times" not in note(narrator, way("down", 2, options={"level3_numbers": "1"}))


@pytest.mark.parametrize("locale", LOCALES)
def test_who_knows_no_magic_has_no_row_of_noughts(locale: str) -> None:
    """It is said in words; whoever casts under one sun only has his numbers [4.4]."""
    narrator = Narrator(locale)

    said = [
        words(narrator, ApprenticeJoined("s1", "Ola", Word("race.elf"), *magic), 0) for magic in ((0, 0, 0), (0, 1, 2))
    ]

    assert "🔴" not in said[0]
    assert "🔴0 🟡1 🔵2" in said[1]


def test_a_fight_that_is_hardly_ever_won_is_not_likely_lost_but_sure() -> None:
    """None of forty tries is another thing than a third of them."""
    game = crawl.a_game(monsters=crawl.orcs(*[20] * 9))
    assert game.met is not None

    facts = outlook(fight_odds(game, game.met))

    assert facts["won"] == 0
    assert facts["outlook"] == Word("outlook.hopeless")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_monster_that_stands_alone_has_no_letter(locale: str) -> None:
    """Neither on a button nor in what is said of an order."""
    narrator, marked = Narrator(locale), []
    for strengths in ([5], [5, 5]):
        game = crawl.a_game(monsters=crawl.orcs(*strengths))
        group, one = game.met, game.characters["almuric"]
        assert group is not None
        game.fight = Fight(monsters=(tuple(monster.id for monster in group.monsters),))
        take_places(game)
        first = next(possible_orders(game, group, one)).option
        marked.append("A" in narrator.say("said.combat.attack.strike", **{**first.facts, "who": "x"}))

    assert marked == [False, True]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("wounds", "gate", "key"),
    [(0, None, "aim.short.mirror"), (6, None, "usual.for.heal"), (0, {"level": 1}, "aim.short.grow")],
)
def test_the_usual_way_says_what_it_is_for(locale: str, wounds: int, gate: dict[str, Any] | None, key: str) -> None:
    """On its button: of the same as whoever asks what the question means reads."""
    narrator, party = Narrator(locale, marked=False), [{**one, "wounds": wounds} for one in crawl.PARTY]
    game = crawl.a_game(party=party, gate=gate)
    request = NextAction(who=PARTY, why="way", actions=tuple(way_offers(game)))

    advice = crawl.RULES.advise(game, request, "s1")
    left, full = sum(one.strength_now for one in game.people), sum(one.strength for one in game.people)

    said = FACE.usual_for(narrator, game, request, advice, "s1", openly=True)

    assert said == narrator.say(key, level=1, now=left, full=full)
    assert len(said) <= LONGEST


@pytest.mark.parametrize("adventure", [1, 3])
def test_what_the_usual_way_is_for_is_not_fought_on_paper_again(adventure: int) -> None:
    """The public question is shown often: «as usual» has fought those fights already, or needs none."""
    game = crawl.a_game(gate={"level": 2, "segments_left": 1}, adventure=adventure, party=ARMED)
    request = NextAction(who=PARTY, why="way", actions=tuple(way_offers(game)))
    advice = crawl.RULES.advise(game, request, "s1")
    fights = fought.cache_info().misses

    assert FACE.usual_for(Narrator("en"), game, request, advice, "s1", openly=True)
    assert fought.cache_info().misses == fights


def test_in_a_fight_the_aim_is_the_one_before_it() -> None:
    """The same source for both: whoever is too weak for the Gate is told so in the middle of a fight, too."""
    game = crawl.a_game(gate={"level": 2}, monsters=crawl.orcs(5))
    narrator, before = Narrator("en"), []
    for fight in (None, Fight(monsters=(("orc-1",),))):
        game.fight = fight
        before.append(list(FACE.course(narrator, FACE.weighed(game, crawl.RULES.view(game, "s1")))))

    assert before[0] == before[1]
    assert "grow stronger" in "".join(before[1])


def fight_note(narrator: Narrator, game: Game) -> str:
    """What stands beside the fight in the question what to do about those who are met."""
    assert game.met is not None
    return note(
        narrator, next(one.option for one in encounter_offers(game, game.met, False) if one.option.id == "fight")
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_the_question_names_who_is_badly_hurt_in_front(locale: str) -> None:
    """Before the fight is chosen, not after it; behind nobody is hit."""
    party = [{"hero": "almuric", "wounds": 5}, {"hero": "alric"}, {"hero": "gislan", "wounds": 7}]
    ranks = [["almuric", "alric"], ["gislan"]]
    game = crawl.a_game(party=party, formation=ranks, monsters=crawl.orcs(5))

    said = fight_note(Narrator(locale), game)

    assert Narrator(locale).say("fight.hurt", who=game.characters["almuric"].name, strength=3, full=8) in said
    assert Narrator(locale).term(game.characters["gislan"].name) not in said


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("kind", "chance"), [("orc", "na_pewno surely"), ("vampire", "3/6")])
def test_the_question_names_the_spell_that_would_spare_the_fight(locale: str, kind: str, chance: str) -> None:
    """Whoever is to cast it, whosever turn it is; what it costs, and on how many of six it works [10]."""
    party = [{"hero": "almuric"}, {"hero": "alric", "seat": "s2", "known": ["daunt"], "usable": ["daunt"]}]
    game = crawl.a_game(party=party, seats=["s1", "s2"], monsters={"kind": kind, "strengths": [5]})
    narrator = Narrator(locale)

    said = fight_note(narrator, game)

    assert f"{narrator.say('spell.daunt')} ({narrator.term(game.characters['alric'].name)}; −3" in said
    assert any(one.replace("_", " ") in said for one in chance.split())
    assert game.met is not None
    game.met.negotiated = True
    assert narrator.say("spell.daunt") not in fight_note(narrator, game)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_dice_give_the_numbers_that_are_told(locale: str) -> None:
    """Deeper down the level adds to each strength and doubles the number; both stand beside the dice [6.7]."""
    game, table = crawl.a_game(level=3, maze=[{**crawl.MAZE[1], "level": 3}]), Table((), Sealed(SEED))
    narrator = Narrator(locale)

    group = assemble(table, game, resident=True)
    rolled = [one.event for one in table.story.told if isinstance(one.event, DiceRolled)]
    said = all_dice(narrator, rolled)

    assert narrator.say("dice.times", times=2, level=3) in said
    assert ", ".join(str(monster.full) for monster in group.monsters) in said


@pytest.mark.parametrize("locale", LOCALES)
def test_who_resists_is_told_up_to_which_throw(locale: str) -> None:
    """A four alone says nothing [11]."""
    game, table = crawl.a_game(), Table((), Sealed(b"s" * 32))

    resists(table, game, game.characters["almuric"])
    rolled = [one.event for one in table.story.told if isinstance(one.event, DiceRolled)]

    limit = resistance(game, game.characters["almuric"])
    assert Narrator(locale).say("dice.resisted", limit=limit) in all_dice(Narrator(locale), rolled)
