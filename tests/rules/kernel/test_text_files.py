"""Text files as people save them on Windows, macOS and telephones."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from rules.kernel import scenario
from rules.kernel.errors import BadTable
from rules.kernel.tables import Sheet, Shelf
from rules.kernel.text_files import NotUnicode, as_utf8, decode_text, parse_toml, read_text

TEXT = '# żółw\nsection = "§3"\norigin = "rulebook"\n'
SAVED = [
    TEXT.encode(),
    TEXT.encode("utf-8-sig"),
    b"\xff\xfe" + TEXT.encode("utf-16-le"),
    b"\xfe\xff" + TEXT.encode("utf-16-be"),
    b"\xff\xfe\0\0" + TEXT.encode("utf-32-le"),
    b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"),
    TEXT.replace("\n", "\r\n").encode(),
    TEXT.replace("\n", "\r").encode(),
]
NOT_UNICODE = [TEXT.encode("cp1250"), TEXT.encode("utf-16-le"), b"\xff\xfea", b"\xff\xfe\0\xd8", b"a\0b"]


@pytest.mark.parametrize("data", SAVED)
def test_every_unicode_encoding_with_a_mark_is_read(tmp_path: Path, data: bytes) -> None:
    """The text is the same, with the line ends of this program; tables and their digest, too."""
    (tmp_path / "saved.toml").write_bytes(data)
    (tmp_path / "usual.toml").write_bytes(TEXT.encode())
    saved, usual = Shelf(tmp_path), Shelf(tmp_path)

    assert decode_text(data) == read_text(tmp_path / "saved.toml") == TEXT
    assert saved.read("saved", Sheet) == usual.read("usual", Sheet)
    assert saved.digest == usual.digest


@pytest.mark.parametrize("data", NOT_UNICODE)
def test_another_encoding_is_refused_with_the_remedy(tmp_path: Path, data: bytes) -> None:
    """Tables and scenarios name the file; code pages cannot be told from each other, so nobody guesses."""
    file = tmp_path / "old.toml"
    file.write_bytes(data)

    with pytest.raises(NotUnicode, match="save it as UTF-8"):
        decode_text(data)
    for read in (lambda: Shelf(tmp_path).read("old", Sheet), lambda: scenario.read(file)):
        with pytest.raises(BadTable, match=r"^old\.toml: is not written in Unicode: save it as UTF-8$"):
            read()


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{ a = " * 100_000,
        "a = " + "[" * 200 + "]" * 200,
        f"{'.'.join('a' * 3_000)} = 1",
        f"[setup.{'.'.join('a' * 900)}]",
        f"a = {'1' * 5_000}",
        "a = 2000-99-99",
    ],
)
def test_toml_that_breaks_the_reader_is_refused(tmp_path: Path, text: str) -> None:
    """One sentence with the file's name: too deep, too large a number, no day of the calendar."""
    (tmp_path / "deep.toml").write_text(text, "utf-8")

    with pytest.raises(ValueError, match="is not valid TOML"):
        parse_toml(text)
    for read in (lambda: Shelf(tmp_path).read("deep", Sheet), lambda: scenario.read(tmp_path / "deep.toml")):
        with pytest.raises(BadTable, match=r"^deep\.toml: is not valid TOML") as refusal:
            read()
        assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("data", SAVED[:6])
def test_text_with_a_mark_becomes_utf_8(data: bytes) -> None:
    """Other bytes stay as they are: packed ones, and text whose mark promises too much."""
    assert as_utf8(data) == TEXT.encode()
    for other in (b"\x1f\x8b\x08\xff", b"\xff\xfea", b"\xbf", b""):
        assert as_utf8(other) == other


def test_decomposed_letters_of_macos_are_composed() -> None:
    """Otherwise a picture sets the accent beside its letter."""
    assert parse_toml(unicodedata.normalize("NFD", 'name = "żmija"')) == {"name": "żmija"}
