"""What has just happened stands above the map of Labirynt Śmierci, in the same picture."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import face_of
from bot.games.labirynt_smierci.pictures import battle_picture, map_picture
from bot.games.labirynt_smierci.words import tidings_of
from bot.words.narrator import LOCALES, Narrator
from images.labirynt_smierci.tidings import QUIET, Fallen, Find, GateNews, Grown, Sprung, Tidings
from rules.kernel.events import Event
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import CharacterDied, GateDestroyed, GateFound
from rules.labirynt_smierci.events.course import ExplosionSprung, PartyMoved, TrapSprung
from rules.labirynt_smierci.events.finds import (
    ArtFound,
    CharacterImproved,
    JewelFound,
    LostForEver,
    ManuscriptFound,
    ThingFound,
    ThingTaken,
    ValuableTaken,
)
from rules.labirynt_smierci.view import GateView, View
from tests.images.looking import opened
from tests.images.mazes import a_battle, a_late_party, a_maze
from tests.images.tidings import a_group

FACE = face_of("labirynt-smierci")
POLISH = Narrator("pl")
PARTY = a_late_party()
DEAD = next(one for one in PARTY.characters if not one.alive)
ALIVE = next(one for one in PARTY.characters if one.alive and not one.ally)
DEATH = CharacterDied(DEAD.name, 2, 1, 30, Word("monster.orc"))
STRENGTHS = (4, 5)


def a_view(stance: str = "") -> View:
    """The party on the first level; before monsters of this stance, if of any."""
    met = msgspec.structs.replace(a_group("orc", *STRENGTHS), stance=stance) if stance else None
    return View(3, False, "", PARTY, a_maze(14), met=met)


def test_a_quiet_step_has_nothing_above_its_map() -> None:
    """Nor has a trap that wounds nobody, a charmed monster that dies, or one who was called back to life."""
    quiet: list[Event] = [
        PartyMoved(Word("segment.room"), Word("side.n"), known=False),
        TrapSprung(Word("trap.gas"), ALIVE.name, 0, 0),
        CharacterDied(Word("monster.troll")),
        CharacterDied(ALIVE.name, 2, 1, 30),
    ]

    assert tidings_of(a_view(), quiet) == QUIET


def test_the_dead_are_known_by_their_names() -> None:
    """Who fell for ever is mourned where the party is."""
    lost = Fallen(DEAD, PARTY.adventure, 1)

    assert tidings_of(a_view(), [DEATH]) == Tidings((Fallen(DEAD, 2, 1),))
    assert tidings_of(a_view(), [LostForEver(DEAD.name)]) == Tidings((lost,))


def test_monsters_stand_above_the_map_until_they_are_dealt_with() -> None:
    """As long as something is to be decided, though nothing new is told."""
    assert tidings_of(a_view("hostile"), []).met == a_view("hostile").met
    assert tidings_of(a_view("truce"), []) == QUIET


def test_a_fight_shows_its_dead_alone() -> None:
    """The monsters stand in it anyway."""
    fight = msgspec.structs.replace(a_view("hostile"), battle=a_battle())

    assert tidings_of(fight, [DEATH, JewelFound(50)]) == Tidings((Fallen(DEAD, 2, 1),))


def test_traps_and_treasures_are_shown_as_they_were_told() -> None:
    """With wounds, worth and bonus."""
    gas, sword, icon = Word("trap.gas"), Word("item.weapon.sword"), Word("item.art.icon")
    found = [JewelFound(50), ThingFound(sword, 1), ArtFound(ALIVE.name, icon, 90), ManuscriptFound(ALIVE.name)]

    seen = tidings_of(a_view(), [TrapSprung(gas, ALIVE.name, 3, 1), ExplosionSprung(1), *found])

    assert seen.sprung == (Sprung(gas, 3, ALIVE), Sprung(Word("trap.explosion"), 1))
    assert seen.found == (
        Find(Word("item.jewel"), 50),
        Find(sword, plus=1),
        Find(icon, 90, who=ALIVE.name),
        Find(Word("item.manuscript"), who=ALIVE.name),
    )


def test_a_great_find_bears_the_name_of_who_takes_it() -> None:
    """At once or later; what is of little value is not shown when it changes hands."""
    sword, jewel = Word("item.weapon.sword"), Word("item.jewel")
    taken = [ThingTaken(ALIVE.name, sword, 2), ValuableTaken(ALIVE.name, jewel, 100)]

    at_once = tidings_of(a_view(), [ThingFound(sword, 2), taken[0]])
    later = tidings_of(a_view(), [*taken, ThingTaken(ALIVE.name, sword, 1), ValuableTaken(ALIVE.name, jewel, 20)])

    assert at_once.found == (Find(sword, 0, 2, ALIVE.name),)
    assert later.found == (Find(sword, 0, 2, ALIVE.name), Find(jewel, 100, 0, ALIVE.name))
    assert FACE.is_great(JewelFound(100))
    assert not FACE.is_great(JewelFound(20))


@pytest.mark.parametrize("fighting", [False, True])
def test_the_black_gate_stands_above_the_picture_when_it_is_found_and_when_it_falls(fighting: bool) -> None:
    """In a fight, too, while the Nameless goes on."""
    gate = GateView(2, None, True, destroyed=False)
    view = msgspec.structs.replace(a_view(), party=msgspec.structs.replace(PARTY, gate=gate))
    if fighting:
        view = msgspec.structs.replace(view, battle=a_battle())

    assert tidings_of(view, [GateFound(2, below=False)]).gate == GateNews(2, destroyed=False)
    assert tidings_of(view, [GateDestroyed(3)]).gate == GateNews(2, destroyed=True)
    assert FACE.is_great(GateFound(2, below=False))
    assert FACE.is_great(GateDestroyed(3))


def test_a_lesson_has_a_portrait_and_what_it_taught() -> None:
    """Of everybody who improved."""
    lesson = CharacterImproved(ALIVE.name, Word("weapon.sword"), 3)

    assert tidings_of(a_view(), [lesson]).grown == (Grown(ALIVE, Word("weapon.sword"), 3),)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "tidings",
    [
        Tidings(gate=GateNews(2, destroyed=False)),
        Tidings(gate=GateNews(2, destroyed=True)),
        Tidings(grown=(Grown(ALIVE, Word("weapon.sword"), 3),)),
        Tidings(found=(Find(Word("item.jewel"), 100, 0, ALIVE.name),)),
    ],
)
async def test_each_great_moment_changes_the_picture_and_its_words(locale: str, tidings: Tidings) -> None:
    """Above the map; the Gate in a fight, too."""
    narrator = Narrator(locale)
    calm, after = [await map_picture(narrator, a_maze(14), told) for told in (QUIET, tidings)]
    before, fallen = [await battle_picture(narrator, a_battle(), told) for told in (QUIET, tidings)]

    assert calm
    assert after
    assert before
    assert fallen
    assert opened(calm.data).size != opened(after.data).size
    assert len(after.alt) > len(calm.alt)
    assert (opened(before.data).tobytes() != opened(fallen.data).tobytes()) == (tidings.gate is not None)


@pytest.mark.parametrize("locale", LOCALES)
async def test_one_picture_holds_map_and_tidings(locale: str) -> None:
    """Its words tell of both; a repeat shows the same."""
    told, narrator = [DEATH, ThingFound(Word("item.ring"), 0)], Narrator(locale)
    (calm,), (after,), (again,) = [
        await FACE.story(narrator, a_view(stance), events, over=False)
        for stance, events in (("", []), ("hostile", told), ("hostile", told))
    ]

    assert after.name == calm.name
    assert after.alt.endswith(calm.alt)
    assert str(narrator.plain.term(DEAD.name)) in after.alt
    assert opened(calm.data).tobytes() != opened(after.data).tobytes()
    assert after == again


async def test_the_words_say_who_stands_there_what_went_off_and_what_was_found() -> None:
    """For those who do not see it."""
    told = [TrapSprung(Word("trap.gas"), ALIVE.name, 3, 1), ExplosionSprung(1), JewelFound(50)]

    (shown,) = await FACE.story(POLISH, a_view("hostile"), told, over=False)

    assert "Przed drużyną: 2 orki, siła 4 i 5." in shown.alt
    assert f"Zadziałała pułapka: trujący gaz, {POLISH.plain.term(ALIVE.name)} −3 i wybuch, wszyscy −1." in shown.alt
    assert "Skarb: klejnot (50)." in shown.alt


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("outcome", ["victory", "defeat", "adventures", "home"])
async def test_the_end_has_a_picture_of_its_own_in_place_of_the_map(locale: str, outcome: str) -> None:
    """Its words name the living and the dead; a table that is closed before the end shows where it stood."""
    narrator = Narrator(locale)
    ended, closed = (msgspec.structs.replace(a_view(), outcome=one) for one in (outcome, ""))

    (end,) = await FACE.story(narrator, ended, [DEATH], over=True)

    assert end.name == "ending.png"
    assert str(narrator.say(f"ending.{outcome}")) in end.alt
    assert all(str(narrator.plain.term(one.name)) in end.alt for one in (ALIVE, DEAD))
    assert [one.name for one in await FACE.story(narrator, closed, [], over=True)] == ["party.png", "map.png"]
