"""Events that stand out in a story, and the words by which the rest is summed up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import face_of
from bot.games.weights import ALWAYS_TOLD, GREAT, ROUTINE, RULED
from bot.table.events import BroughtBack, MasterTold
from bot.words.catalogues import FOLDERS, LOCALES, read_po
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import SegmentLaid, TrapSprung


@pytest.mark.parametrize("game", all_games())
def test_every_event_has_a_weight(game: str) -> None:
    """By the table of its game, which names nothing else; rulings that wait weigh the same in all games."""
    weights = face_of(game).weights

    assert set(weights) == {kind.__name__ for kind in load(game).events if kind not in RULED}
    assert {weight for weight in weights.values() if isinstance(weight, int)} == set(range(1, ROUTINE + 1))


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_great_events_have_words(locale: str, game: str) -> None:
    """Every great event is one that the story tells."""
    path = FOLDERS[0] / locale / "LC_MESSAGES" / f"{game.replace('-', '_')}.po"
    told = {entry.key.split(".")[1] for entry in read_po(path, locale) if entry.key.startswith("event.")}

    great = {name for name, weight in face_of(game).weights.items() if isinstance(weight, int) and weight <= GREAT}

    assert len(great) > 8
    assert great - told == set()


def test_what_the_bot_announces_is_never_left_out() -> None:
    """It is not bold and begins no message, however heavy it is."""
    face = face_of("jaskinia")

    assert {face.weight(event) for event in (BroughtBack(1), MasterTold("hm"))} == {ALWAYS_TOLD}
    assert not face.is_great(BroughtBack(1))


@pytest.mark.parametrize("game", all_games())
def test_earlier_lines_are_counted_in_both_languages(game: str) -> None:
    """The same four to twelve kinds of event, each with every plural form."""
    counted = {locale: _earlier(FOLDERS[0] / locale / "LC_MESSAGES", game, locale) for locale in LOCALES}

    assert len({frozenset(kinds) for kinds in counted.values()}) == 1
    assert 4 <= len(counted["pl"]) <= 12


def _earlier(folder: Path, game: str, locale: str) -> set[str]:
    entries = [
        entry for entry in read_po(folder / f"{game.replace('-', '_')}.po", locale) if entry.key.startswith("earlier.")
    ]
    assert all(entry.is_counted for entry in entries)
    return {entry.key for entry in entries}


def test_a_count_is_said_in_the_right_form() -> None:
    """Three segments, five segments, one trap."""
    polish = Narrator("pl")

    assert [polish.count_in_words(n, "earlier.SegmentLaid") for n in (1, 3, 5)] == [
        "1 segment",
        "3 segmenty",
        "5 segmentów",
    ]
    assert Narrator("en").count_in_words(1, "earlier.TrapSprung") == "1 trap"


def test_only_a_heavy_wound_of_a_trap_is_great() -> None:
    """A scratch is routine."""
    face = face_of("labirynt-smierci")

    assert face.is_great(TrapSprung(Word("trap.gas"), "Mira", 4, 0))
    assert not face.is_great(TrapSprung(Word("trap.gas"), "Mira", 1, 0))
    assert not face.is_great(SegmentLaid(Word("segment.room"), 1))
