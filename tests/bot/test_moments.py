"""Great moments have a card with the standings; whoever is asked next reads what concerns them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.games.face import Face
from bot.games.jaskinia.face import JaskiniaFace
from bot.games.jaskinia.moments import moment_of as cave_moment
from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace
from bot.games.labirynt_czarnoksieznika.moments import moment_of as sorcerer_moment
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.jaskinia.events.cards import EnduranceLost, TrophiesTraded
from rules.jaskinia.events.course import GateOpened, SeekerDied, SeekerTurn, TrialPassed, WentTo
from rules.jaskinia.events.fights import BY_ARMS, EnemiesBeaten, EnemiesWon, ItemStolen, SeekerAttacked, SpoilsTaken
from rules.kernel.events import Event
from rules.kernel.requests import Option
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Died, DiedForEver, Moved, TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import Attacked, ClashTied, ClashWon, SomethingLooted, Wounded
from rules.labirynt_czarnoksieznika.events.finds import CrystalsTurned, GloveMade, TaskDone
from tests.bot.a_cave import NEAR, STRONG, a_figure, a_meeting
from tests.bot.a_channel import AS_USUAL, a_channel, a_table
from tests.images.caves import a_crowded_cave
from tests.images.dungeons import a_crowded_game
from tests.images.looking import opened

HALF_A_SCREEN = 520
"""Pixels at which a picture 390 wide would fill more than half of a telephone."""
LINE, FOR_YOU = 90, 120


def sorcerer_names() -> tuple[Any, Word, Word]:
    """The crowded game, somebody of the seat at turn, and a rival on the same board."""
    view = a_crowded_game()
    for board in view.boards:
        for pawn in board.pawns:
            for other in board.pawns:
                if other.seat != pawn.seat and pawn.mark != "Z" != other.mark:
                    return view, pawn.name, other.name
    raise AssertionError


def won(who: Word, other: Word) -> ClashWon:
    """A clash of these two."""
    return ClashWon(who, other, 8, 4, natural_six=False, natural_one=False, tie=False)


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_peaks_of_the_sorcerers_game_stand_on_a_card(locale: str) -> None:
    """One line, everybody's Gems, and by whose hand a hero fell; the picture stays half a screen."""
    view, mine, other = sorcerer_names()
    narrator = Narrator(locale)
    told: list[list[Event]] = [
        [TaskDone(mine, Word("rune.fire"))],
        [CrystalsTurned(mine, 1, 5, 10)],
        [GloveMade(mine, "s1", 2)],
        [won(mine, other), Died(other, "s2", 0)],
        [won(mine, other), DiedForEver(other, "s2", 0)],
    ]
    cards = [sorcerer_moment(narrator, view, events) for events in told]
    said = [card.words for card in cards if card]

    assert len(said) == len(set(said)) == len(told)
    assert all(len(card.scores) == len(view.teams) for card in cards if card)
    assert str(narrator.term(mine)) in said[3]
    for events in told:
        (picture,) = await LabiryntCzarnoksieznikaFace().story(
            narrator, msgspec.structs.replace(view, fight=None), events, over=False
        )
        drawn = opened(picture.data)
        assert drawn.height * 390 / drawn.width < HALF_A_SCREEN
        died = any(isinstance(event, Died | DiedForEver) for event in events)
        assert any(words in picture.alt for words in ([str(narrator.term(mine))] if died else said))


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_peaks_of_the_cave_stand_on_a_card(locale: str) -> None:
    """Gates, a trial, Strength, a death and by whom."""
    view = msgspec.structs.replace(a_crowded_cave(), fight=None, choice=())
    narrator = Narrator(locale)
    who = view.seekers[0].name
    troll = Word("cavecard.deep_troll")
    place = view.areas[0]
    told: list[list[Event]] = [
        [GateOpened(who, "W1", Word("cavemeans.force"))],
        [TrialPassed(who, Word("cavetrial.strength"), 1)],
        [TrophiesTraded(who, (troll,), 1, 4, 0)],
        [EnemiesWon(who, (troll,), 4, 9), SeekerDied("s1", who, view.seekers[0].place, place.id)],
    ]
    cards = [cave_moment(narrator, view, events) for events in told]

    assert all(card is not None and len(card.scores) == len(view.seekers) for card in cards)
    assert cards[-1] is not None
    assert str(narrator.term(troll)) in cards[-1].words
    for events, card in zip(told, cards, strict=True):
        picture = (await JaskiniaFace().story(narrator, view, events, over=False))[0]
        assert card is not None
        assert (str(narrator.term(troll)) if card.dead else card.words) in picture.alt  # the clash itself is shown


@pytest.mark.parametrize("locale", LOCALES)
def test_standings_are_told_once_a_round(locale: str) -> None:
    """In a short line when the first in order begins a turn, and not at the next one's."""
    narrator = Narrator(locale)
    sorcerer, cave = a_crowded_game(), a_crowded_cave()
    first, second = sorcerer.order[:2]

    (line,) = LabiryntCzarnoksieznikaFace().standings(narrator, sorcerer, [TurnBegan(first)])
    assert len(line) <= LINE
    assert all(str(team.gems) in line for team in sorcerer.teams)
    assert LabiryntCzarnoksieznikaFace().standings(narrator, sorcerer, [TurnBegan(second)]) == []

    seats = [seat for seat in cave.order if any(seeker.seat == seat for seeker in cave.seekers)]
    name = {seeker.seat: seeker.name for seeker in cave.seekers}
    (line,) = JaskiniaFace().standings(narrator, cave, [SeekerTurn(seats[0], name[seats[0]])])
    assert len(line) <= LINE
    assert JaskiniaFace().standings(narrator, cave, [SeekerTurn(seats[1], name[seats[1]])]) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_trophies_say_how_near_strength_is(locale: str) -> None:
    """What the fight brought, and the sum of what is needed."""
    view = a_crowded_cave()
    seeker = next(seeker for seeker in view.seekers if seeker.trophies)
    card = seeker.trophies[0]

    (line,) = JaskiniaFace().standings(
        Narrator(locale), view, [EnemiesBeaten(seeker.name, (card.name,), 9, 4, BY_ARMS)]
    )

    assert f"+{card.rank}" in line
    assert f"({seeker.points}/{seeker.points_needed})" in line


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_crystal_chamber_has_sentences_of_its_own(locale: str) -> None:
    """Whoever found it or placed it, an arrival there is more than a step into a corridor."""
    cave = msgspec.structs.replace(a_crowded_cave(), fight=None, choice=())
    seeker = cave.seekers[0]
    view = msgspec.structs.replace(cave, crystal=cave.crystal or "A2")
    came = WentTo(seeker.name, (view.crystal,), Word("cavearea.k5"), view.crystal)

    lines = {
        line
        for stage in range(3)
        for line in JaskiniaFace().standings(Narrator(locale), msgspec.structs.replace(view, stage=stage), [came])
    }
    assert len(lines) == 3
    assert all(len(line) <= LINE for line in lines)
    card = cave_moment(Narrator(locale), view, [came])
    assert card is not None
    assert card.sign == "crystal"


def for_you(face: Face, view: Any, events: list[Event], seat: str, locale: str = "pl") -> str:
    """The line for a seat, which is always short."""
    said = face.for_you(Narrator(locale), view, events, seat)
    assert len(said) <= FOR_YOU
    return said


@pytest.mark.parametrize("taken", [SpoilsTaken, ItemStolen])
def test_an_item_that_a_rival_takes_concerns_its_owner(taken: type[SpoilsTaken | ItemStolen]) -> None:
    """After a lost duel, or by a thief."""
    view = a_crowded_cave()
    mine, other = view.seekers[:2]
    event = taken(other.name, mine.name, Word("cavecard.sword"))

    assert "Miecz" in for_you(JaskiniaFace(), view, [event], mine.seat)
    assert "Miecz" not in for_you(JaskiniaFace(), view, [event], other.seat)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_attack_and_its_cost_concern_the_victim(locale: str) -> None:
    """In both games; a wound by a monster in the own turn does not."""
    view, mine, other = sorcerer_names()
    seat = {card.name: card.seat for team in view.teams for card in team.cards}
    face = LabiryntCzarnoksieznikaFace()
    attack = Attacked(other, mine, seat[other], seat[mine])

    assert for_you(face, view, [attack], seat[mine], locale) == "", "nobody knows yet what it costs"
    assert for_you(face, view, [attack, ClashTied(other, mine, 3, 3, both_ones=False)], seat[mine], locale)
    hurt = for_you(face, view, [TurnBegan(seat[other]), attack, won(other, mine), Wounded(mine, 2)], seat[mine], locale)
    assert "−1" in hurt
    robbed = for_you(face, view, [attack, SomethingLooted(other, mine)], seat[mine], locale)
    assert robbed
    assert robbed != hurt
    assert for_you(face, view, [TurnBegan(seat[mine]), Wounded(mine, 2)], seat[mine], locale) == ""

    cave = a_crowded_cave()
    own, rival = cave.seekers[:2]
    attacked = [SeekerAttacked(rival.name, own.name, BY_ARMS), EnduranceLost(own.name, 1, 3)]
    assert "−1" in for_you(JaskiniaFace(), cave, attacked, own.seat, locale)
    assert for_you(JaskiniaFace(), cave, [EnduranceLost(own.name, 1, 3)], own.seat, locale) == ""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_rival_who_came_near_concerns_whoever_stands_there(locale: str) -> None:
    """Only one that moved since, and is a step away or nearer."""
    cave = a_crowded_cave()
    own, rival = cave.seekers[:2]
    there = msgspec.structs.replace(rival, at=own.at)
    players = tuple(
        msgspec.structs.replace(player, seeker=there) if player.seat == rival.seat else player
        for player in cave.players
    )
    view = msgspec.structs.replace(cave, players=players)
    came = WentTo(rival.name, (own.at,), own.place, own.at)

    assert own.at in for_you(JaskiniaFace(), view, [came], own.seat, locale)
    assert for_you(JaskiniaFace(), view, [], own.seat, locale) == ""

    game, mine, other = sorcerer_names()
    pawns = {pawn.name: (board, pawn) for board in game.boards for pawn in board.pawns}
    board, pawn = pawns[mine]
    beside = msgspec.structs.replace(pawns[other][1], chamber=pawn.chamber)
    moved = msgspec.structs.replace(board, pawns=(pawn, beside))
    boards = tuple(moved if each.id == board.id else each for each in game.boards)
    step = Moved(other, pawn.chamber, Word("chamber.plain"), walls=False)
    near = for_you(
        LabiryntCzarnoksieznikaFace(), msgspec.structs.replace(game, boards=boards), [step], pawn.seat, locale
    )
    assert pawn.chamber in near


def test_an_answer_that_can_win_the_game_is_known() -> None:
    """The last trial once the Crystal Chamber is found, and no other."""
    cave = a_crowded_cave()
    active = next(seeker for seeker in cave.seekers if seeker.active)

    def view(*trials: str) -> Any:
        own = msgspec.structs.replace(active, trials=trials)
        players = tuple(
            msgspec.structs.replace(player, seeker=own) if player.seat == own.seat else player
            for player in cave.players
        )
        return msgspec.structs.replace(
            cave, players=players, crystal=cave.crystal or cave.areas[0].id, outcome="", beside=False
        )

    trial = Option("trial:wealth", "trial.wealth")
    assert JaskiniaFace().can_end_game(view("strength", "power"), trial)
    assert not JaskiniaFace().can_end_game(view("strength"), trial)
    assert not JaskiniaFace().can_end_game(view("strength", "power"), Option("go:C6", "go"))


def test_an_attack_on_the_last_hero_of_the_last_rival_can_win() -> None:
    """With a Glove of Doom, which kills for ever; without one the hero wakes again."""
    game = a_crowded_game()
    own, rival = game.teams[:2]
    hero, *others = rival.cards
    gone = tuple(msgspec.structs.replace(card, state="gone") for card in others)
    last = msgspec.structs.replace(rival, cards=(hero, *gone), active=False, out=False)
    attack = Option(f"attack:{hero.id}", "encounter.attack", "encounter.attack", {"whom": hero.name})

    def view(*, glove: bool) -> Any:
        return msgspec.structs.replace(game, teams=(msgspec.structs.replace(own, active=True, has_glove=glove), last))

    assert LabiryntCzarnoksieznikaFace().can_end_game(view(glove=True), attack)
    assert not LabiryntCzarnoksieznikaFace().can_end_game(view(glove=False), attack)


async def test_the_victim_of_an_attack_reads_above_the_question_what_it_cost(tmp_path: Path) -> None:
    """Bartek, whose Seeker lost Endurance in Ala's turn; the standings are told as the round begins."""
    rules = a_meeting(a_figure("cannibal", NEAR, strength=STRONG), a_figure("miner"))
    async with a_table(tmp_path, rules, "Ala", "Bartek") as channel:
        await channel.answer("Ala", "go:C6")
        await channel.answer("Ala", "attack:s2")
        for _ in range(6):
            if any("👉 Bartek: " in message.text for message in channel.asking()):
                break
            await channel.press("Ala", AS_USUAL)

        (asked,) = channel.asking()
        assert "👉 Bartek: Kanibal atakuje: −1 Wytrzymałości" in asked.text


async def test_at_a_real_table_the_line_names_whom_it_concerns(tmp_path: Path) -> None:
    """Everybody reads the same screen there."""
    rules = a_meeting(a_figure("cannibal", NEAR, strength=STRONG), a_figure("miner"))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new", table=True, players="Fred, Ewa")
        await channel.command("Ala", "table", **{"whose-dice": "bot"})
        await channel.press("Ala", "Zaczynamy")
        await channel.answer("Ala", "go:C6")
        await channel.answer("Ala", "attack:s2")
        for _ in range(6):
            if "👉" in channel.story():
                break
            await channel.press("Ala", AS_USUAL)

        assert "👉 Ewa: Kanibal atakuje: −1 Wytrzymałości" in channel.story()


async def test_the_answer_that_wins_is_marked_in_the_question(tmp_path: Path) -> None:
    """The last trial, in the Crystal Chamber; the standings of the trials stand above it."""
    winner = a_figure("cannibal", "G5", strength=STRONG, trials=["power", "wealth"])
    rules = a_meeting(winner, a_figure("miner"), crystal="G5")
    async with a_table(tmp_path, rules, "Ala", "Bartek") as channel:
        (asked,) = channel.asking()

        assert "🏁 Próby: Ala 2/3 💠 · Bartek 0/3" in asked.text
        assert asked.text.count("🏆 to może dać zwycięstwo") == 1
