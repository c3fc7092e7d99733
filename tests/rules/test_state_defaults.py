"""Saves leave out what is at its default: the defaults stay as they are, and equal states have equal bytes."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import FieldInfo

from rules.games import all_games
from rules.kernel.saving import as_plain
from tests.rules import state_defaults
from tests.rules.state_defaults import changed, defaults, structs_of, with_default, written

DIFFERENTLY = (
    "old saves would read differently, as they leave out what was at its default: keep the default, or raise the "
    "schema, migrate, and take the field out of state_defaults.json"
)
IN_FULL = {"Options", "Mod", "Phrase"}
"""House rules, whose usual value may change, rows of tables that somebody typed, and words, as stories keep them."""
STRUCTS = [(game, struct) for game in all_games() for struct in structs_of(game)]
FIELDS = [
    (f"{game}: {struct.__name__}.{field.name}", field)
    for game, struct in STRUCTS
    if struct.__struct_config__.omit_defaults
    for field in with_default(struct)
    if field.default not in (msgspec.NODEFAULT, msgspec.UNSET)
]


def test_no_default_of_a_state_has_changed() -> None:
    """What an old save leaves out is what it was."""
    assert changed(written(), defaults()) == [], DIFFERENTLY


def test_each_default_of_a_state_is_written_down() -> None:
    """A new field is added by the command, one that is gone is dropped."""
    assert written() == defaults(), f"{DIFFERENTLY}; new and dropped fields: python -m tests.rules.state_defaults"


def test_a_changed_default_is_named_and_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by ``make regenerate``, which ends before it writes anything."""
    before = written()
    before["jaskinia"]["Seeker"]["slow"] = 1
    monkeypatch.setattr(state_defaults, "written", lambda: before)
    kept = state_defaults.FILE.read_bytes()

    with pytest.raises(SystemExit, match=r"jaskinia: Seeker\.slow was 1 and is 0"):
        state_defaults.write()
    assert state_defaults.FILE.read_bytes() == kept


def test_each_struct_of_a_state_leaves_out_its_defaults() -> None:
    """A field with a default changes no stored byte until it has another value."""
    in_full = [
        f"{game}: {struct.__name__}"
        for game, struct in STRUCTS
        if with_default(struct)
        and struct.__name__ not in IN_FULL
        and not (struct.__struct_config__.omit_defaults or struct.__struct_config__.array_like)
    ]

    assert STRUCTS
    assert in_full == []


def test_a_default_is_left_out_wherever_it_came_from() -> None:
    """msgspec compares by identity: a default that is decoded to an equal, other object is ``always_saved``."""
    saved = [name for name, field in FIELDS if _decoded(field) is not field.default]

    assert FIELDS
    assert saved == [], "wrap the default in rules.kernel.saving.always_saved"


def _decoded(field: FieldInfo) -> object:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(as_plain(field.default)), type=field.type)
