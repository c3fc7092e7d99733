"""What stands in a chronicle before the log: the best fights, the graves, and nothing that was taken back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from bot.discord.chronicle import Pictures, happened, html
from bot.discord.prompts import story
from bot.games.face import Bout, Happened, best
from bot.games.jaskinia import face as cave
from bot.games.labirynt_czarnoksieznika import feats as rivals
from bot.games.labirynt_smierci import feats as crawl
from bot.session.history import stories_on_line
from bot.table.events import TakenBack
from bot.table.records import Address, EpochRow
from bot.words.narrator import LOCALES, Narrator
from rules.jaskinia.events.course import SeekerDied, SeekerTaken, SeekerTurn
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, RivalBeaten
from rules.kernel.events import Event, Told
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Awakened, Died, Moved, TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import ClashLost, ClashTied, ClashWon, MonsterMet, Wounded
from rules.labirynt_smierci.events import combat, magic
from rules.labirynt_smierci.events.corrections import MemberReturned
from rules.labirynt_smierci.events.course import ApprenticeJoined, MonstersMet, PartyDefeated, PartyMoved
from tests.bot.test_chronicle import WARSAW, Read, a_narrator, a_row, a_tale

NARRATOR = Narrator("en", {"s1": "Ala", "s2": "Olek"}).plain
ORC = Word("monster.orc")
HERO, OTHER = Word("seeker.shaman"), Word("seeker.miner")
FRIEND, FOE = Word("character.osten"), Word("character.ryjek")


def told(*events: Event) -> list[Happened]:
    """One event to a stage, from the first on."""
    return [Happened(stage, event) for stage, event in enumerate(events, 1)]


def a_blow(wounds: int) -> combat.Blow:
    """Somebody of the party strikes."""
    return combat.Blow("Lena", Word("weapon.sword"), ORC, "A", 5, wounds, False)


def a_monsters_blow(wounds: int) -> combat.MonsterBlow:
    """A monster strikes back."""
    return combat.MonsterBlow(ORC, "A", Word("weapon.claws"), "Lena", 5, wounds, False)


def a_bout(stage: int, **known: int) -> Bout:
    """A fight of which no more is known."""
    return Bout(stage, combat.RoundBegan(1), **known)


# What is remembered ------------------------------------------------------------------------------------------


def test_a_fight_is_remembered_for_all_that_it_was() -> None:
    """The longest was the bloodiest, too; of two equally close ones the one against the mightier foe counts."""
    bouts = [
        a_bout(1, rounds=9, wounds=7, lead=5),
        a_bout(2, rounds=2, lead=1),
        a_bout(3, rounds=2, wounds=6, lead=1, might=4),
        a_bout(4, might=9),
    ]

    assert [(awards, bout.stage) for awards, bout in best(bouts)] == [
        (["longest", "bloodiest"], 1),
        (["closest"], 3),
        (["mightiest"], 4),
    ]


def test_what_is_nothing_special_is_not_remembered() -> None:
    """One round, one wound, no decision; or no fight at all."""
    assert best([a_bout(1, wounds=1)]) == []
    assert best([]) == []


# The three games ---------------------------------------------------------------------------------------------


def test_a_fight_of_the_party_has_its_rounds_and_the_wounds_of_both_sides() -> None:
    """Rounds that ran by themselves among them; what happens after the last blow is no part of it."""
    events = [
        MonstersMet(ORC, 2, (3, 4), False),
        combat.FightBegan(ORC, 2, False),
        combat.RoundBegan(1),
        a_blow(4),
        a_monsters_blow(2),
        combat.RoundRan(2),
        a_blow(3),
        combat.FightWon(ORC, 2, 2),
        a_monsters_blow(9),
    ]

    (bout,) = crawl.bouts(NARRATOR, told(*events))

    assert (bout.stage, bout.rounds, bout.wounds, bout.lead, bout.might) == (8, 2, 2, None, 4)
    assert "7" in bout.said
    assert "2" in bout.said


def test_only_a_fight_that_cost_a_life_or_as_many_wounds_as_it_dealt_was_close() -> None:
    """However small the difference is in one that was easy."""
    blows = [a_blow(4), a_monsters_blow(3)]
    easy, dear, even = (
        next(crawl.bouts(NARRATOR, told(combat.FightBegan(ORC, 1, False), *blows, *more, combat.FightWon(ORC, 1, 1))))
        for more in ([], [combat.CharacterDied("Ala", 1, 1, 9)], [a_monsters_blow(2)])
    )

    assert (easy.lead, dear.lead, even.lead) == (None, 1, 1)


def test_a_lost_fight_has_no_beaten_foe() -> None:
    """But it was a fight."""
    (bout,) = crawl.bouts(
        NARRATOR, told(combat.FightBegan(ORC, 1, True), combat.RoundBegan(1), a_monsters_blow(8), PartyDefeated(3))
    )

    assert (bout.rounds, bout.wounds, bout.might) == (1, 8, 0)


def test_spells_and_fire_wound_and_mage_armor_does_not() -> None:
    """The Gate's Blasts count among the wounds taken, the party's spells among those dealt."""
    events = [
        combat.FightBegan(ORC, 2, False),
        combat.RoundBegan(1),
        combat.GateFires("Lena"),
        magic.SpellStruck(Word("spell.blast"), "Lena", False, "", 2),
        magic.ArmorAbsorbed("Lena", 1, 0),
        magic.Burnt("Ala", 4),
        magic.SpellCast("Ala", Word("spell.explosion"), "", 3, 4),
        magic.SpellStruck(Word("spell.explosion"), ORC, False, "A", 6),
        magic.SpellStruck(Word("spell.explosion"), ORC, False, "", 3),
        combat.FightWon(ORC, 2, 1),
    ]

    (bout,) = crawl.bouts(NARRATOR, told(*events))

    assert bout.wounds == 5
    assert "9" in bout.said


def test_a_fight_that_everybody_lost_was_not_close() -> None:
    """However little was between the two sides."""
    events = [a_blow(7), a_monsters_blow(8), combat.CharacterDied("Lena", 1, 1, 9), PartyDefeated(3)]

    (bout,) = crawl.bouts(NARRATOR, told(combat.FightBegan(ORC, 1, True), *events))

    assert bout.lead is None


def test_the_strongest_foe_is_one_foe() -> None:
    """Not a group's Strength together, nor that of the group met before the one that was left."""
    vampire = Word("monster.vampire")
    events = [
        MonstersMet(vampire, 1, (12,), False),
        MonstersMet(ORC, 3, (5, 5, 6), False),
        combat.FightBegan(ORC, 3, False),
        combat.FightWon(ORC, 3, 2),
        combat.FightBegan(vampire, 1, False),
        combat.FightWon(vampire, 1, 2),
    ]

    assert [bout.might for bout in crawl.bouts(NARRATOR, told(*events))] == [6, 12]


def test_a_grave_names_who_struck_last() -> None:
    """A spell is its caster's, a Blast the Gate's; of whom nothing is told nobody is accused."""
    guards, gate, orc = Word("monster.gate_guards"), Word("monster.gate"), NARRATOR.term(ORC)
    events = [
        combat.FightBegan(guards, 2, False),
        combat.GateFires("Lena"),
        magic.SpellStruck(Word("spell.blast"), "Lena", True, "", 2),
        combat.CharacterDied("Lena", 1, 2, 30, guards),
        combat.MonsterBlow(ORC, "A", Word("weapon.claws"), "Ala", 5, 3, True),
        combat.CharacterDied("Ala", 1, 2, 30, guards),
        combat.CharacterDied("Mira", 1, 2, 30, guards),
    ]

    assert [grave.by for grave in crawl.graves(NARRATOR, told(*events))] == [NARRATOR.term(gate), orc, ""]


def test_the_graves_of_a_party_tell_since_when_who_was_in_it() -> None:
    """Charmed monsters, of whom nobody keeps count, have none."""
    joined = ApprenticeJoined("s1", "Lena", Word("race.elf"), 1, 2, 3)
    moved = PartyMoved(Word("segment.corridor"), Word("side.n"), False)

    (grave,) = crawl.graves(
        NARRATOR, told(joined, moved, combat.CharacterDied(ORC), combat.CharacterDied("Lena", 1, 2, 30, ORC))
    )

    assert (grave.who, grave.since, grave.stage) == ("Lena", 1, 4)


def test_whoever_a_game_master_brings_back_has_no_grave() -> None:
    """A slip of the game master is no death; who dies once more has one."""
    mira, jaro = Word("hero.mira"), Word("hero.jaro")
    died, jaro_died = (combat.CharacterDied(who, 1, 1, 5, adventures=1) for who in (mira, jaro))
    events = [died, jaro_died, MemberReturned(mira, 7)]

    assert len(list(crawl.graves(NARRATOR, told(*events)))) == 1
    assert len(list(crawl.graves(NARRATOR, told(*events, died)))) == 2


def test_rivals_clash_until_it_is_decided_and_the_dead_have_a_victor() -> None:
    """Two clashes are one fight; a six says nothing of how close it was; a foe is as mighty as its Strength."""
    tied, lost = ClashTied(FRIEND, FOE, 4, 4, False), ClashLost(FRIEND, FOE, 5, 7, False, False, False)
    six = ClashWon(FOE, FRIEND, 3, 9, True, False, False)
    events = [
        Awakened(FRIEND, "s1"),
        TurnBegan("s1"),
        MonsterMet(FRIEND, FOE, 7, 5),
        tied,
        lost,
        Wounded(FRIEND, 0),
        Died(FRIEND, "s1", 0),
        TurnBegan("s2"),
        MonsterMet(FOE, FRIEND, 9, 3),
        six,
        Moved(FOE, "A1", Word("chamber.plain"), walls=False),
        Wounded(FOE, 1),
    ]

    first, second = rivals.bouts(NARRATOR, told(*events))
    (grave,) = rivals.graves(NARRATOR, told(*events))

    assert (first.stage, first.rounds, first.wounds, first.lead, first.might) == (5, 2, 1, 2, 0)
    assert (second.rounds, second.lead, second.might, second.wounds) == (1, None, 3, 0)
    assert (grave.since, grave.stage, grave.by) == (1, 7, NARRATOR.term(FOE))


def test_seekers_die_by_what_beat_them_in_that_turn() -> None:
    """What beat them before has nothing to do with it."""
    enemies = (Word("cavecard.wolf"), Word("cavecard.goblin"))
    death = SeekerDied("s1", HERO, Word("cavearea.corridor"), "C6")
    start = [SeekerTaken("s1", HERO, True), SeekerTurn("s1", HERO), EnemiesWon(HERO, enemies, 5, 9)]

    (beaten,) = cave.graves(NARRATOR, told(*start, death))
    (alone,) = cave.graves(NARRATOR, told(*start, SeekerTurn("s1", HERO), death))
    (robbed,) = cave.graves(NARRATOR, told(*start, RivalBeaten(OTHER, HERO, 8, 7), death))

    assert (beaten.since, beaten.stage, beaten.by) == (1, 4, NARRATOR.term(enemies))
    assert alone.by == ""
    assert robbed.by == NARRATOR.term(OTHER)


def test_a_seekers_fights_are_close_or_great() -> None:
    """The mightiest is one that was beaten."""
    enemies = (Word("cavecard.wolf"),)
    bouts = cave.bouts(NARRATOR, told(EnemiesWon(HERO, enemies, 5, 19), EnemiesBeaten(HERO, enemies, 8, 7)))

    assert [(bout.lead, bout.might) for bout in bouts] == [(14, 0), (1, 7)]


# The page ----------------------------------------------------------------------------------------------------


def deaths(events: Iterable[Happened]) -> list[str]:
    """Who died."""
    return [str(grave.who) for grave in crawl.graves(NARRATOR, events)]


def test_who_died_in_what_was_taken_back_lives() -> None:
    """And whoever died in its place has a grave; what was told before stands."""
    first, undone, instead = (Told(combat.CharacterDied(name, 1, 1, 5)) for name in ("Lena", "Mira", "Jaro"))
    rows = [
        a_row(1, Address(0, 1, 2), first),
        a_row(2, Address(0, 2, 0), undone),
        a_row(3, Address(1, 1, 3), Told(TakenBack(1))),
        a_row(4, Address(1, 2, 0), instead),
    ]
    back = EpochRow(1, "undo", 0, Address(1, 1, 3), Address(0, 2, 0), 0.0, 7)

    assert deaths(happened(stories_on_line(rows, [back], 1, {}))) == ["Lena", "Jaro"]


def test_what_was_whispered_is_no_deed() -> None:
    """The graves are everybody's."""
    assert happened([a_row(1, Address(0, 1, 2), Told(combat.CharacterDied("Lena", 1, 1, 5), ("s1",)))]) == []


def test_a_grave_has_the_words_that_the_channel_had() -> None:
    """The same of all variants, wherever it stands among the graves."""
    rows = [
        a_row(
            n,
            Address(0, n, 1),
            Told(combat.CharacterDied("Lena", 1, 1, 5)),
            Told(combat.CharacterDied(f"Ola {n}", 1, 1, 5, ORC)),
        )
        for n in range(1, 7)
    ]

    for row, deeds in zip(rows, (happened([row]) for row in rows), strict=True):
        said = story.lines(NARRATOR, row.told, row.address)
        assert [story.words(NARRATOR, one.event, one.turn) for one in deeds] == said


@pytest.mark.parametrize("locale", LOCALES)
def test_graves_and_fights_stand_before_the_log(locale: str) -> None:
    """With what they are remembered for, and a way to where it is told; hostile names are mere words."""
    hostile = "<img src=y onerror=x()> *zły*"
    deeds = [
        Happened(3, combat.FightBegan(ORC, 2, False)),
        Happened(3, combat.RoundBegan(1)),
        Happened(3, combat.RoundBegan(2)),
    ]
    deeds += [Happened(3, combat.FightWon(ORC, 2, 2)), Happened(4, combat.CharacterDied(hostile, 1, 1, 5, ORC))]
    tale = msgspec.structs.replace(a_tale(locale=locale), happened=deeds)

    read = Read(html(a_narrator(locale), tale, Pictures(), WARSAW).decode())

    plain = a_narrator(locale).plain
    places = [read.words.index(str(plain.say(key))) for key in ("chronicle.graves", "chronicle.best.longest")]
    assert max(places) < read.words.index(str(plain.say("chronicle.log.set_up")), max(places))
    assert hostile in read.words
    assert not read.all("img")
    assert {"#stage-3", "#stage-4"} <= {link["href"] for link in read.all("a")}
    assert len({one["id"] for one in read.all("article")}) == len(read.all("article"))
