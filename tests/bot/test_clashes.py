"""A clash that is decided at once has a picture, too: above that of how things are, in the same one."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.jaskinia.face import JaskiniaFace, ended_fight
from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace
from bot.games.labirynt_czarnoksieznika.feats import clashes, telling_clash
from bot.words.narrator import Narrator
from images.clashes import Outcome, Side
from rules.jaskinia.events.cards import EnduranceLost
from rules.jaskinia.events.fights import EnemiesWon, FightEven, RivalBeaten, RivalsEven
from rules.kernel.events import DiceRolled
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Died, TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import Attacked, ClashLost, ClashTied, ClashWon, MonsterMet, Wounded
from tests.images.caves import a_crowded_cave
from tests.images.dungeons import a_crowded_game
from tests.images.looking import opened
from tests.images.test_half_a_screen import is_landscape

ERIALD, OSTEN = Word("character.eriald"), Word("character.osten")
SHAMAN, WOLF = Word("seeker.shaman"), Word("cavecard.wolf")
MINER, IMP = Word("seeker.miner"), Word("foe.imp")
LOST = ClashLost(ERIALD, OSTEN, 5, 9, natural_one=False, natural_six=False, tie=False)
POLISH = Narrator("pl")


def test_the_last_clash_of_a_story_counts_with_the_wounds_since() -> None:
    """A wound before it was of another clash."""
    tied = ClashTied(ERIALD, OSTEN, 4, 4, both_ones=False)
    won = ClashWon(ERIALD, OSTEN, 8, 4, natural_six=False, natural_one=False, tie=False)

    assert clashes([Wounded(ERIALD, 2)])[-1] is None
    assert clashes([LOST, Wounded(ERIALD, 2)])[-1] == Outcome(
        Side((ERIALD,), 5, hurt=True), Side((OSTEN,), 9, won=True)
    )
    assert clashes([LOST, Wounded(ERIALD, 2), tied])[-1] == Outcome(Side((ERIALD,), 4), Side((OSTEN,), 4))
    assert clashes([won])[-1] == Outcome(Side((ERIALD,), 8, won=True), Side((OSTEN,), 4))


def test_a_clash_of_another_turn_or_fight_belongs_to_no_picture_of_this_one() -> None:
    """Under a prompt is what the prompt is about: not how a rival fared before."""
    assert clashes([LOST, TurnBegan("s2")])[-1] is None
    assert clashes([LOST, MonsterMet(ERIALD, Word("foe.imp"), 5, 2)])[-1] is None
    assert clashes([LOST, TurnBegan("s2"), LOST])[-1] == Outcome(Side((ERIALD,), 5), Side((OSTEN,), 9, won=True))


def test_a_fight_in_the_cave_ends_for_both_sides() -> None:
    """Beaten by Enemies, even, or one Seeker by another."""
    lost, even = EnemiesWon(SHAMAN, (WOLF, WOLF), 4, 9), FightEven(SHAMAN, (WOLF,), 7)

    assert ended_fight([lost, EnduranceLost(SHAMAN, 1, 3)]) == Outcome(
        Side((SHAMAN,), 4, hurt=True), Side((WOLF, WOLF), 9, won=True)
    )
    assert ended_fight([even]) == Outcome(Side((SHAMAN,), 7), Side((WOLF,), 7))
    assert ended_fight([RivalsEven(SHAMAN, MINER, 6)]) == Outcome(Side((SHAMAN,), 6), Side((MINER,), 6))
    beaten = ended_fight([RivalBeaten(SHAMAN, MINER, 9, 3), even])  # a duel says more than a fight after it
    assert beaten is not None
    assert [side.won for side in beaten] == [True, False]


def test_a_psychic_combat_is_told_from_a_fight() -> None:
    """By the dice that decided it: no swords stand between the two."""
    dice, lost = DiceRolled("psychic.own", "1K6", (3,), 3, "s1"), EnemiesWon(SHAMAN, (WOLF,), 4, 9)

    ended = ended_fight([dice, lost])
    assert ended is not None
    assert [side.psychic for side in ended] == [True, True]
    assert [side.die for side in ended] == [3, 0]


async def test_a_decided_clash_stands_above_the_board_in_one_picture() -> None:
    """The letters of the next steps are still there, and the words tell of both."""
    view, face = a_crowded_game(2), LabiryntCzarnoksieznikaFace()
    (calm,), (after,) = [await face.story(POLISH, view, told, over=False) for told in ([], [LOST])]

    assert "Koniec starcia" in after.alt
    assert calm.alt in after.alt
    assert opened(calm.data).size == opened(after.data).size  # both fit half a telephone's screen
    assert calm.data != after.data


async def test_a_duel_is_shown_with_its_dice_though_the_turn_has_passed() -> None:
    """So is a fight with a death; an ordinary one of somebody else's turn is not."""
    rolled = [DiceRolled("fight.own", "1K6", (2,), 2, "s1"), DiceRolled("fight.other", "1K6", (6,), 6, "s1")]
    duel, view = [Attacked(ERIALD, OSTEN, "s1", "s2"), *rolled, LOST, Died(ERIALD, "s1", 0)], a_crowded_game(2)
    monster = ClashWon(OSTEN, IMP, 9, 3, natural_six=False, natural_one=False, tie=False)
    fallen = Outcome(Side((ERIALD,), 5, hurt=True, die=2, fallen=True), Side((OSTEN,), 9, won=True, die=6))

    assert telling_clash(view, [*duel, TurnBegan("s2"), MonsterMet(OSTEN, IMP, 5, 2), monster]) == fallen
    assert telling_clash(view, [MonsterMet(OSTEN, IMP, 5, 2), monster, TurnBegan("s2")]) is None
    story = [*duel, TurnBegan("s2")]
    (shown,) = await LabiryntCzarnoksieznikaFace().story(POLISH, view, story, over=False)
    assert "Koniec starcia" in shown.alt  # and not the death alone


def test_a_fight_on_the_last_life_point_is_shown_for_longer() -> None:
    """Whoever has only one left after it."""
    view = a_crowded_game(2)
    teams = tuple(
        replace(team, cards=tuple(replace(card, life=1 + (card.name != ERIALD)) for card in team.cards))
        for team in view.teams
    )
    told = [MonsterMet(ERIALD, IMP, 5, 2), ClashTied(ERIALD, IMP, 4, 4, both_ones=False), TurnBegan("s2")]

    assert telling_clash(replace(view, teams=teams), told) == Outcome(Side((ERIALD,), 4), Side((IMP,), 4))


async def test_a_decided_fight_stands_above_the_cave_in_one_picture() -> None:
    """Around whoever is at turn."""
    view, face = a_crowded_cave(), JaskiniaFace()
    fought = RivalBeaten(SHAMAN, Word("seeker.miner"), 9, 3)
    (calm,), (after,) = [await face.story(POLISH, view, told, over=False) for told in ([], [fought])]

    assert "Koniec walki" in after.alt
    assert calm.alt in after.alt
    assert is_landscape(calm.data)
    assert is_landscape(after.data)
    assert calm.data != after.data
