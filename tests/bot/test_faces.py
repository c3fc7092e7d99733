"""How games show themselves: each has a face of its own, and one without a face shows nothing and is still played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.games import face_of
from bot.games.face import ON_TABLE, ONE, Face, Picture
from bot.games.labirynt_czarnoksieznika.face import ALL, LabiryntCzarnoksieznikaFace
from bot.games.labirynt_czarnoksieznika.words import orders
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import GM, Action, Option
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Appeared
from rules.labirynt_czarnoksieznika.model import Orders
from rules.labirynt_smierci.view import PartyView, SpellView, View
from tests.bot.a_channel import a_channel
from tests.bot.a_sorcerer import ALONE, Midgame
from tests.bot.toy_game import ToyRules
from tests.images.mazes import a_character, a_full_sheet, a_maze, a_party, a_placement, every_feature

FACE = face_of("labirynt-smierci")
MAGIC = (SpellView("lightning", 3, "2K6+1", ""), SpellView("heal", 4, "1K6", "3"), SpellView("sleep", 9, "8K6", ""))
ENGLISH = Narrator("en", {"ala": "Ala", "ola": "Ola"})


def a_view(party: PartyView | None = None) -> View:
    """A party on the first level, with another level below."""
    here = a_maze(5)
    below = msgspec.structs.replace(here, level=2, party=None)
    return View(3, False, "", party or a_party(), here, (below,), magic=MAGIC)


def ruled(id: str, **facts: Word) -> str:
    """The words for what a correction of this id concerns."""
    return FACE.group(Action(GM, Option(id, "gm.any", facts=facts)))


# Every game --------------------------------------------------------------------------------------------------


def test_every_game_has_a_face() -> None:
    """And there is none for a game that nobody can play."""
    assert all(type(face_of(game)) is not Face for game in all_games())


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_face_can_be_looked_at_before_anything_has_happened(game: str, locale: str) -> None:
    """A view from before the set-up is shown as far as there is something, and misses no words."""
    rules, face, narrator = load(game), face_of(game), Narrator(locale)
    view = rules.view(rules.begin(seat_ids(rules.seats[1]), {}), None)
    with capture_logs() as logged:
        ids = [one.id for one in face.characters(narrator, view)]
        await face.overview(narrator, view)
        await face.sheets(narrator, view, ids)
        maps = [await face.map(narrator, view, id) for id, _ in face.maps(narrator, view)]
        said = [face.course(narrator, view), face.members(narrator, view), face.title(narrator, 0)]

    assert [entry for entry in logged if entry["event"].startswith(("words.", "picture."))] == []
    assert all(maps)
    assert said[-1]
    assert not face.outcome(narrator, view)


async def test_a_game_without_a_face_is_played_and_has_nothing_to_show(tmp_path: Path) -> None:
    """The looks say so kindly; the chronicle has its words, in one chapter after the set-up."""
    async with a_channel(tmp_path, ToyRules()) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "game start", quick=True)
        heard = [(await channel.command("Ala", name)).text for name in ("party", "hero", "map")]

        assert ["Nie ma tu jeszcze nic do pokazania." in one for one in heard] == [True] * 3
    assert [str(face_of("toy").title(ENGLISH, n)) for n in (0, 1)] == ["Before the journey", "Chapter 1"]


# Labirynt Śmierci --------------------------------------------------------------------------------------------


async def test_alt_text_of_a_card_has_no_markdown() -> None:
    """A name with a star is read out as it was typed."""
    hero = a_full_sheet()
    party = msgspec.structs.replace(a_party(), characters=(hero,))
    narrator = Narrator("en", {hero.seat: "Ala *B*"})

    ((picture, *_),) = await FACE.sheets(narrator, a_view(party), [hero.id])

    assert isinstance(picture, Picture)
    assert "played by Ala *B*" in picture.alt


async def test_what_spells_do_comes_once_after_all_sheets() -> None:
    """With the numbers of the tables in force; a spell that none of those shown can cast is not there."""
    mage, elf = a_full_sheet(), a_character("ala", "Gislan", "dwarf")
    party = msgspec.structs.replace(a_party(), characters=(elf, mage))

    with_magic = await FACE.sheets(ENGLISH, a_view(party), [elf.id, mage.id])
    without = await FACE.sheets(ENGLISH, a_view(party), [elf.id])

    (*_, notes) = with_magic[-1]
    assert isinstance(notes, str)
    assert notes.count("\n- ") == 2
    assert "costs 3 strength; wounds: 2d6+1" in notes
    assert "cures d6 wounds; 3 times in an adventure" in notes
    assert len(with_magic) == len(without) == 1


def test_a_spell_has_the_numbers_of_the_table() -> None:
    """The view tells what the spells of a party cost and do that has been made up by the autopilot, each once."""
    rules = load("labirynt-smierci")
    state = rules.begin(seat_ids(2), {})
    run(rules, state, (), Sealed(bytes(32)), lambda request, seat: rules.autopilot(state, request, seat))

    view = rules.view(state, None)

    able = {spell for one in view.party.characters for spell in one.spells}
    table = {str(row.id): (row.cost, row.amount, row.uses) for row in state.tables.spells.spell}
    assert able
    assert sorted(one.id for one in view.magic) == sorted(able)
    assert all((one.cost, one.amount, one.uses) == table[one.id] for one in view.magic)


async def test_the_map_of_a_level_is_known_by_its_number() -> None:
    """First the level where the party is; each has a picture and words."""
    view = a_view()

    known = FACE.maps(ENGLISH, view)
    picture, words = await FACE.map(ENGLISH, view, "2")

    assert known == [("1", "Level 1"), ("whole", "Whole map of level 1"), ("2", "Level 2")]
    assert isinstance(picture, Picture)
    assert str(words).startswith("Map of level 2")


async def test_a_level_that_has_grown_can_be_seen_whole() -> None:
    """There is a larger map with the legend, but not of the way in alone, nor of a level where nobody is."""
    small, grown = (msgspec.structs.replace(a_view(), here=a_maze(size)) for size in (1, 60))
    outside = msgspec.structs.replace(grown, here=msgspec.structs.replace(a_maze(60), party=None))

    shown = [(await FACE.map(ENGLISH, grown, id))[0] for id in ("1", "whole")]

    assert [FACE.larger_map(view) for view in (small, grown, outside)] == ["", "whole", ""]
    assert [one.name for one in shown if isinstance(one, Picture)] == ["map.png", "map-whole.png"]


async def test_while_a_segment_is_being_laid_the_question_has_the_picture() -> None:
    """And the story has none."""
    laying = msgspec.structs.replace(a_view(), here=every_feature(), placement=a_placement())

    story, asked = await FACE.story(ENGLISH, laying, [], False), await FACE.question_picture(ENGLISH, laying)
    later = await FACE.story(ENGLISH, a_view(), [], False)

    assert story == []
    assert asked is not None
    assert [picture.name for picture in later] == ["map.png"]
    assert await FACE.question_picture(ENGLISH, a_view()) is None


def test_a_seat_is_lost_only_with_all_its_characters() -> None:
    """Ola has a living dwarf besides the dead one; who has no character yet has lost none."""
    view = a_view()
    living = [one for one in view.party.characters if one.alive and one.seat == "ala"]
    orphaned = a_view(msgspec.structs.replace(view.party, characters=(*living, *_dead(view.party))))

    assert [FACE.has_fallen(view, seat) for seat in ("ala", "ola", "s9")] == [False, False, False]
    assert [FACE.has_fallen(orphaned, seat) for seat in ("ala", "ola")] == [False, True]


def _dead(party: PartyView) -> list[object]:
    return [one for one in party.characters if not one.alive]


def test_corrections_are_grouped_by_what_they_concern() -> None:
    """A piece goes onto the table even where it is somebody's; a wounded monster is no member of the party."""
    orc, bolo = Word("monster.orc"), Word("hero.alric")

    assert ruled("lay:n") == ruled("piece", who=bolo) == ON_TABLE
    assert ruled("gold:h1", who=bolo) == ONE
    assert ruled("wounds:m1", monster=orc) == "gm.group.monsters"
    assert ruled("gold") == "gm.group.party"


# Labirynt Czarnoksiężnika ------------------------------------------------------------------------------------


def test_standing_orders_are_told_where_somebody_changed_them() -> None:
    """To be asked after every roll is not what everybody begins with; that the helmet breaks first is."""
    begun, changed = (msgspec.structs.asdict(one) for one in (Orders(), Orders(reroll="ask", scrolls="never")))

    assert orders(Narrator("pl"), begun, "brisk") == "📜 Stałe rozkazy – bez zmian"
    assert orders(ENGLISH, changed, "brisk") == (
        "📜 Standing orders – Scrolls in a fight: never cast; Re-rolls for Gems: ask after every roll"
    )


async def test_one_board_is_drawn_and_the_button_shows_all() -> None:
    """Where the heroes of whoever is at turn stand on two boards: the one with most ways, or where one has arrived."""
    rules = Midgame(characters=[{"id": "taelin", "at": "B4@0"}, {"id": "liriel", "at": "D1@1"}, *ALONE[2:]])
    view = rules.view(rules.begin(seat_ids(2), {}), None)

    face, boards = LabiryntCzarnoksieznikaFace(), [board for board in view.boards if board.pawns]
    ways = [sum(len(chamber.ways) for chamber in board.chambers) for board in boards]
    drawn = []
    for events in ([], *([Appeared(board.pawns[0].name, "B2", board.name)] for board in boards[:2])):
        (picture,) = await face.story(Narrator("pl"), view, events, over=False)
        drawn.append(picture.name)

    assert [number > 0 for number in ways] == [True, True]
    assert drawn[0] == f"board-{boards[ways.index(max(ways))].id}.png"
    assert drawn[1:] == [f"board-{board.id}.png" for board in boards]
    assert face.larger_map(view) == ALL
