"""Type: Polish letters, names that fit, and names that were meant to break something."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from images import lettering
from images.cards import LEADING
from images.labirynt_smierci.battle import draw_battle
from images.labirynt_smierci.sheets import draw_card, draw_party
from rules.kernel.words import Word
from tests.images.mazes import a_battle, a_character, a_party, words

POLISH = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
HOSTILE = [
    "",
    " ",
    "Ż" * 4000,
    "a b " * 1000,
    "🐉" * 4000,
    "👨‍👩‍👧‍👦 i 🏳️‍🌈",
    "Z̴̢̛͇͈a̷l̶g̸o̵",
    "dwa\nwiersze\tz\x00zerem\x1b[31m",
    "שלום עולם مرحبا",
    "漢字かな交じり文",
    "\u202eodwrócony\u202c",
    "%s {0} {name} <@123> **x** `y`",
    "\ud800",
]


@pytest.mark.parametrize("face", lettering.FILES)
def test_each_face_has_the_polish_letters(face: str) -> None:
    """Every one of them, and each with a shape of its own."""
    assert all(lettering.has_sign(face, letter) for letter in POLISH + "„”–…·×□")
    shapes = {bytes(lettering.font(face, 40).getmask(letter)) for letter in POLISH}
    assert len(shapes) == len(POLISH)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_no_harm(name: str) -> None:
    """Pictures are drawn whatever people call themselves: as wide as ever, and higher by no more than a line each."""
    usual, hostile = ([Image.open(BytesIO(png)).size for png in _named(who)] for who in ("Gwaigilion", name))

    for (wide, high), (broad, tall) in zip(usual, hostile, strict=True):
        assert (wide, True) == (broad, abs(high - tall) <= LEADING)


def _named(name: str) -> tuple[bytes, ...]:
    """Every picture with a name on it."""
    card = draw_card(a_character("ala", name, "elf"), words)
    return draw_battle(a_battle(name), words), draw_party(a_party(name), words), card


def test_a_run_of_unknown_signs_becomes_one_mark() -> None:
    """A dragon or three, the reader sees that something stood here."""
    assert lettering.clean_line("Ala 龍龍龍 z Łodzi") == f"Ala {lettering.UNKNOWN} z Łodzi"
    assert lettering.clean_line("🦉 Ala 🐉🐉🐉 z Łodzi 🤖") == "Ala z Łodzi"
    assert lettering.clean_line("🐉🐉") == lettering.UNKNOWN
    assert lettering.clean_line("a\n\n b\x00c") == "a bc"


@pytest.mark.parametrize("room", [1, 20, 80, 300])
def test_words_are_shortened_with_an_ellipsis(room: int) -> None:
    """They keep to their room."""
    line = lettering.fit_line("Najjaśniejszy Pan Źdźbłomir Żółkiewski", "bold", 24, room)

    assert line.endswith(lettering.ELLIPSIS)
    assert lettering.width(line, "bold", 24) <= max(room, lettering.width(lettering.ELLIPSIS, "bold", 24))


def test_a_long_title_shrinks_before_it_is_cut() -> None:
    """First smaller type, then an ellipsis."""
    whole, smaller = lettering.shrink_to_fit("Labirynt Śmierci", "italic", 30, 20, 190)

    assert (whole, 20 <= smaller < 30) == ("Labirynt Śmierci", True)
    assert lettering.shrink_to_fit("Labirynt Śmierci", "italic", 30, 20, 60)[0].endswith(lettering.ELLIPSIS)


def test_a_word_is_said_and_a_name_is_kept() -> None:
    """Catalogue words go through the table's language; what people typed does not."""
    assert lettering.display_name(Word("monster.orc"), words) == "monster.orc"
    assert lettering.display_name("Ala", words) == "Ala"
