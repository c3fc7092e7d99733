"""Artwork as files: every drawing can be used, is used, and says what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from images import artwork
from images.artwork import BrokenArt, art, there_are
from images.jaskinia import tokens as cave
from images.jaskinia.tokens import TRIALS
from images.labirynt_czarnoksieznika.pieces import KIN, SIGNS, SPECIAL, drawing_of
from rules.labirynt_smierci.tables import load
from tests.images.caves import tables as cave_tables
from tests.images.dungeons import tables

DRAWINGS = sorted(str(file.relative_to(artwork.FOLDER).with_suffix("")) for file in artwork.FOLDER.rglob("*.svg"))
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'


def test_every_drawing_can_be_used() -> None:
    """There is something on it, in the colours that carry a meaning; all that cannot be used are named."""
    assert list(filter(None, map(fault_of, DRAWINGS))) == []


def fault_of(name: str) -> str:
    """Return what is wrong with a drawing, '' if nothing is."""
    try:
        return "" if art(name, 40).cover.getbbox() else f"{name}: there is nothing on it"
    except BrokenArt as broken:
        return str(broken)


def of_the_cave() -> set[str]:
    cards = {f"jaskinia/cards/{one.id}" for one in cave_tables().cards.card if one.id not in cave.SHARED}
    types = {f"jaskinia/types/{one.type}" for one in cave_tables().cards.card}
    spells = {f"jaskinia/spells/{one.id}" for one in cave_tables().spells.spell}
    seekers = {f"jaskinia/seekers/{one.id}" for one in cave_tables().seekers.seeker}
    return cards | types | spells | seekers | {*cave.SHARED.values()} | {f"jaskinia/trials/{what}" for what in TRIALS}


def of_labirynt_czarnoksieznika() -> set[str]:
    heroes = {f"labirynt_czarnoksieznika/heroes/{one.id}" for one in tables().characters.character}
    finds = {drawing_of(find.id) for find in tables().finds.find}
    chambers = {f"labirynt_czarnoksieznika/chambers/{kind}" for kind in SIGNS}
    special = {f"labirynt_czarnoksieznika/special/{kind}" for kind in SPECIAL}
    kinds = (KIN.get(row.id, row.id) for row in tables().encounters.encounter if row.kind == "monster")
    return heroes | finds | chambers | special | {f"monsters/{kind}" for kind in kinds}


def of_labirynt_smierci() -> set[str]:
    return {f"labirynt_smierci/spells/{one.id}" for one in load().spells.spell}


NAMED_IN_TABLES = of_the_cave() | of_labirynt_czarnoksieznika() | of_labirynt_smierci()


def test_whoever_is_in_a_table_has_a_drawing() -> None:
    """Each hero, monster, card, thing."""
    assert sorted(NAMED_IN_TABLES - {*DRAWINGS}) == []


def test_no_drawing_is_for_nobody() -> None:
    """Whatever lies in a folder of a table's rows is one of the rows."""
    folders = {name.rpartition("/")[0] for name in NAMED_IN_TABLES} - {"monsters", "races", "icons", "signs"}
    others = {"jaskinia/types/spell", "labirynt_czarnoksieznika/heroes/zombie"}
    others |= {f"labirynt_czarnoksieznika/finds/{what}" for what in ("glove", "gem", "spell", "incantation", "covered")}
    lying = {f"{folder}/{name}" for folder in folders for name in there_are(folder)}

    assert lying - NAMED_IN_TABLES - others == set()


def test_every_sign_is_asked_for() -> None:
    """By its name, or the first part of it, in the code or the tables."""
    root = artwork.FOLDER.parent.parent
    folders = ("images", "rules/labirynt_smierci", "rules/labirynt_czarnoksieznika", "rules/jaskinia")
    files = [file for folder in folders for end in ("py", "toml") for file in (root / folder).rglob(f"*.{end}")]
    asked = {*re.findall(r"[a-z_]+", " ".join(file.read_text("utf-8") for file in files))}
    names = [name.rpartition("/")[2].partition("-")[0] for name in DRAWINGS if "guardians" not in name]

    assert [name for name in names if name not in asked] == []


@pytest.mark.parametrize(
    ("drawing", "wrong"),
    [
        ("<svg", "svg"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        ("<html/>", "viewBox"),
        (SVG.format('<path d="M0 0 L9 9 Z" fill="#123456"/>'), "#123456"),
        (SVG.format('<path d="M0 0 L9 9 Z" style="stroke-width:2;stroke:teal"/>'), "teal"),
        (SVG.format("<text>1</text>"), "<text>"),
        (SVG.format("<linearGradient/>"), "<linearGradient>"),
        (None, "No such file"),
    ],
)
def test_a_broken_drawing_is_named(
    drawing: str | None, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its file, what is wrong, and what is expected."""
    if drawing is not None:
        (tmp_path / "odd.svg").write_text(drawing)
    monkeypatch.setattr(artwork, "FOLDER", tmp_path)
    artwork._sources.cache_clear()

    with pytest.raises(BrokenArt) as told:
        art("odd", 40)

    art.cache_clear()
    assert str(tmp_path / "odd.svg") in str(told.value)
    assert wrong in str(told.value)
    assert "expected" in str(told.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_drawing_is_read_in_every_unicode_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """As Windows programs save them, whatever the declaration says; a code page is refused with the remedy."""
    drawing = SVG.format('<path d="M0 0 H100 V100 H0 Z"/><!-- żółw -->')
    (tmp_path / "saved.svg").write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{drawing}'.encode(encoding))
    (tmp_path / "old.svg").write_bytes(drawing.encode("cp1250"))
    monkeypatch.setattr(artwork, "FOLDER", tmp_path)

    assert art("saved", 11).ink.getpixel((5, 5)) == artwork.FULL
    with pytest.raises(BrokenArt, match=r"old\.svg: is not written in Unicode: save it as UTF-8"):
        art("old", 11)


def test_what_an_editor_writes_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours in style, in capitals; its own notes beside the shapes; a shape without a colour is ink."""
    notes = '<x:view xmlns:x="http://editor" pagecolor="#abcdef"/>'
    shapes = '<path d="M0 0 H100 V50 H0 Z"/><path d="M0 50 H100 V100 H0 Z" style="fill:#E8BA48;stroke:none"/>'
    (tmp_path / "edited.svg").write_text(SVG.format(notes + shapes))
    monkeypatch.setattr(artwork, "FOLDER", tmp_path)

    drawn = art("edited", 10)

    assert (drawn.ink.getpixel((5, 2)), drawn.solid.getpixel((5, 2))) == (artwork.FULL, 0)
    assert (drawn.ink.getpixel((5, 7)), drawn.ground.getpixel((5, 7))) == (0, artwork.palette.GOLD)
