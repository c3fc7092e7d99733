"""What a farewell tells of everybody: a line each, honours that somebody earned, no goals after the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec
import pytest

from bot.discord.prompts import story
from bot.games.face import Grave, Happened
from bot.games.honours import honours_line, lifetimes
from bot.games.jaskinia.epilogue import standings
from bot.games.jaskinia.face import JaskiniaFace
from bot.games.labirynt_czarnoksieznika import words as rivals
from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace
from bot.games.labirynt_smierci.epilogue import party_at_end
from bot.games.labirynt_smierci.face import LabiryntSmierciFace
from bot.words.narrator import LOCALES, Narrator, Said
from rules.jaskinia.events.course import SeekerDied, SeekerTaken
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, RivalsEven, SeekerAttacked
from rules.kernel.events import DiceRolled, Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import DiedForEver
from rules.labirynt_czarnoksieznika.events.fights import ClashLost
from rules.labirynt_smierci.events import combat, magic
from rules.labirynt_smierci.events.course import MonstersMet
from rules.labirynt_smierci.view import View
from tests.images import caves, tidings
from tests.images.dungeons import SEATS, a_won_game

NAMES: Mapping[str, str] = {seat: seat.title() for seat in (*SEATS, *caves.SEATS)}
POLISH = Narrator("pl", NAMES)
ORC = Word("monster.orc")
LONGEST = 1500
"""Characters of a farewell that a phone shows on two screens."""


def told(*events: Event) -> list[Happened]:
    """One event to a stage, from the first on."""
    return [Happened(stage, event) for stage, event in enumerate(events, 1)]


def a_lost_game() -> View:
    """Six heroes, all dead."""
    return View(40, False, "defeat", tidings.the_lost(), None)


# Labirynt Śmierci ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_each_hero_has_a_line_and_all_of_it_is_short(locale: str) -> None:
    """With the killer and the wounds dealt; the honours come last."""
    view = a_lost_game()
    heroes = [hero for hero in view.party.characters if not hero.ally]
    guards = Word("monster.gate_guards")
    events: list[Event] = [combat.FightBegan(guards, 5, False)]
    for wounds, hero in enumerate(heroes, 1):
        events += [
            combat.Blow(hero.name, Word("weapon.sword"), ORC, "A", 5, wounds, True),
            combat.GateFires(hero.name),
            magic.SpellStruck(Word("spell.blast"), hero.name, True, "", 2),
            combat.CharacterDied(hero.name, 1, 2, 30, guards),
        ]
    narrator = Narrator(locale, NAMES)

    lines = LabiryntSmierciFace().epilogue(narrator, view, told(*events))

    assert len(lines) == len(heroes) + 1
    for hero, line in zip(heroes, lines, strict=False):
        assert narrator.term(hero.name) in line
        if not hero.fate:
            assert narrator.term(Word("monster.gate")) in line
    assert narrator.term(heroes[-1].name) in lines[-1]
    assert len("\n".join(lines)) <= LONGEST - 500


def test_after_the_end_nothing_is_to_be_bought() -> None:
    """Neither in the party's words nor in its picture."""
    view = a_lost_game()
    ready = tuple(msgspec.structs.replace(hero, improvements=1) for hero in view.party.characters)
    view = msgspec.structs.replace(view, party=msgspec.structs.replace(view.party, characters=ready))

    assert not any(hero.improvements for hero in party_at_end(view).characters)
    assert party_at_end(msgspec.structs.replace(view, outcome="")) is view.party


def test_the_gate_has_words_of_its_own() -> None:
    """Its guards are met, its last blow is struck and its victims fall in no words that fit a troll."""
    gate, guards = Word("monster.gate"), Word("monster.gate_guards")

    blow, met, died = (
        story.words(POLISH, event, 1)
        for event in (
            combat.Blow(Word("hero.maytwist"), Word("weapon.sword"), gate, "F", 9, 5, True),
            MonstersMet(guards, 3, (6, 11, 40), True),
            combat.CharacterDied(Word("hero.maytwist"), 1, 3, 30, guards),
        )
    )

    assert "pękają" in blow
    assert "Bezimiennym" in met
    assert "moc" not in met
    assert "moc" not in died


# Honours -------------------------------------------------------------------------------------------------------


def test_an_honour_that_nobody_earned_or_all_share_is_left_out() -> None:
    """No wounds, the same lives, dice that hardly fell."""
    ala, bartek = Said("Ala"), Said("Bartek")

    two, three = {"s1": ala, "s2": bartek}, {"s1": ala, "s2": bartek, "s3": Said("Ewa")}
    dice = {"s1": [6], "s2": [1]}
    assert honours_line(POLISH, two, "wounds", {"s1": 0, "s2": 0}, {ala: 5, bartek: 5}, dice) == []
    faces = {"s1": [6] * 6, "s2": [1] * 6, "s3": [3] * 6}
    (line,) = honours_line(POLISH, three, "wounds", {"s1": 4, "s2": 0, "s3": 0}, {}, faces)
    assert "**Ala** (4)" in line
    assert "**Ala** (średnio 6,0)" in line
    assert "**Bartek** (średnio 1,0)" in line


def test_nobody_is_lucky_below_the_mean_of_a_die() -> None:
    """Nor unlucky above it."""
    names = {"s1": Said("Ala"), "s2": Said("Bartek"), "s3": Said("Ewa")}
    low = {"s1": [3] * 6, "s2": [2] * 6, "s3": [1] * 6}
    high = {who: [face + 3 for face in faces] for who, faces in low.items()}
    (of_low,), (of_high,) = (honours_line(POLISH, names, "wounds", Counter(), {}, faces) for faces in (low, high))

    assert ("Ala" in of_low, "Ewa" in of_low) == (False, True)
    assert ("Ala" in of_high, "Ewa" in of_high) == (True, False)


def test_those_who_joined_in_the_set_up_live_since_its_end() -> None:
    """So that nobody lives longer for having been dealt first."""
    start = Happened(4, combat.RoundBegan(1))
    grave = Grave(Said("Mira"), 2, 10, combat.RoundBegan(1))

    events = [start, Happened(20, start.event)]
    lived = lifetimes([grave], {Said("Lena"): 1, Said("Jaro"): 3}, events, combat.RoundBegan)

    assert lived == {"Mira": 6, "Lena": 16, "Jaro": 16}


# Rivals --------------------------------------------------------------------------------------------------------


def test_the_dead_of_a_war_are_marked_and_everybody_has_a_line() -> None:
    """A team that is out has no place, but its Gems."""
    view = a_won_game()
    teams = tuple(
        msgspec.structs.replace(team, out=team.seat == "ola", gems=20 if team.seat == "ola" else team.gems)
        for team in view.teams
    )
    view, face = msgspec.structs.replace(view, teams=teams), LabiryntCzarnoksieznikaFace()

    lines = face.epilogue(POLISH, view, [])

    assert "1. Ala" in face.outcome(POLISH, view)
    assert face.outcome(POLISH, view).endswith("† Ola: 20")
    assert len(lines) == len(teams)
    assert all(NAMES[team.seat] in "".join(lines) for team in teams)


@pytest.mark.parametrize("ended", ["gems", ""])
def test_nobody_has_goals_after_the_end(ended: str) -> None:
    """Nor has a team that is dead, while the others play on."""
    view = msgspec.structs.replace(a_won_game(), outcome=ended, viewer="ala")
    out = msgspec.structs.replace(view.teams[0], out=not ended)

    words = rivals.mine(POLISH, msgspec.structs.replace(view, teams=(out, *view.teams[1:])))

    assert "**" in words
    assert "🎯" not in words
    assert "🧤" not in words


def test_a_seeker_has_no_goals_after_the_end() -> None:
    """The winner's own things are shown, and no way on."""
    view = caves.won()
    seats = {seeker.seat for seeker in view.seekers}
    playing, over = (
        JaskiniaFace().mine(POLISH, msgspec.structs.replace(view, outcome=outcome, viewer=min(seats)))
        for outcome in ("", "crystal")
    )

    assert over
    assert "🎯" in playing
    assert "🎯" not in over


def test_a_team_that_is_out_names_who_struck_last() -> None:
    """As the log tells it."""
    view = a_won_game()
    killer, victim = view.teams[0].cards[0].name, view.teams[1].cards[0].name
    teams = (view.teams[0], msgspec.structs.replace(view.teams[1], out=True), *view.teams[2:])
    events = told(ClashLost(victim, killer, 3, 7, False, False, False), DiedForEver(victim, view.teams[1].seat, 0))

    lines = LabiryntCzarnoksieznikaFace().epilogue(POLISH, msgspec.structs.replace(view, teams=teams), events)

    assert any("**Ola**" in line and f"Ostatni cios: {POLISH.term(killer)}." in line for line in lines)


def test_the_clashes_won_are_counted_for_both_sides() -> None:
    """Whoever was attacked and won, has won."""
    view = a_won_game()
    first, second = (team.cards[0].name for team in view.teams[:2])
    events = told(*[ClashLost(second, first, 3, 7, False, False, False)] * 3)

    lines = LabiryntCzarnoksieznikaFace().epilogue(POLISH, view, events)

    assert "Wygrane walki: 3" in lines[0]
    assert "**Ala** (3)" in lines[-1]


def test_a_cave_tells_its_standings_and_how_its_dead_fell() -> None:
    """The winner first, the dead last and without a place."""
    view, face = caves.won(), JaskiniaFace()
    dead = view.players[1]
    assert dead.last
    events = told(
        EnemiesWon(dead.last, (Word("cavecard.wolf"),), 3, 9),
        SeekerDied(dead.seat, dead.last, Word("cavearea.d6"), "D6"),
    )

    lines = face.epilogue(POLISH, view, events)
    ranking = str(face.outcome(POLISH, view)).partition("🏔️ ")[2]

    assert ranking.startswith("Próby: 1. ")
    assert ranking.count("† ") == 2
    assert sum(str(POLISH.term(Word("cavecard.wolf"))) in line for line in lines) == 1
    assert len(lines) == len(view.players)


def test_a_lone_seeker_has_no_standings() -> None:
    """There is nobody to be compared with."""
    view = caves.won()

    assert standings(POLISH, msgspec.structs.replace(view, players=view.players[:1])) == ""
    assert standings(POLISH, view) != ""


def test_the_dice_of_a_duel_are_those_of_both() -> None:
    """Who was attacked threw the better ones."""
    view = caves.won()
    seekers = view.seekers[:2]
    events: list[Event] = [SeekerTaken(seeker.seat, seeker.name, False) for seeker in seekers]
    for _ in range(6):
        events += [
            SeekerAttacked(seekers[0].name, seekers[1].name, Word("combat.fight")),
            DiceRolled("fight.own", "1K6", (1,), 1, "chance"),
            DiceRolled("fight.foe", "1K6", (6,), 6, "chance"),
            RivalsEven(seekers[0].name, seekers[1].name, 8),
        ]

    line = JaskiniaFace().epilogue(POLISH, view, told(*events))[-1]

    assert f"najszczęśliwsze kości: **{NAMES[seekers[1].seat]}** (średnio 6,0)" in line


def test_luck_is_told_of_those_who_threw_often() -> None:
    """By the faces of their own dice in fights."""
    view = caves.won()
    seekers = view.seekers[:3]
    events: list[Event] = [SeekerTaken(seeker.seat, seeker.name, False) for seeker in seekers]
    for face, seeker in zip((6, 1, 3), seekers, strict=True):
        for _ in range(6):
            events += [
                DiceRolled("fight.own", "1K6", (face,), face, "chance"),
                DiceRolled("fight.foe", "1K6", (2,), 2, "chance"),
                EnemiesBeaten(seeker.name, (Word("cavecard.wolf"),), 9, 3),
            ]

    line = JaskiniaFace().epilogue(POLISH, view, told(*events))[-1]

    assert "średnio 6,0" in line
    assert "średnio 1,0" in line
