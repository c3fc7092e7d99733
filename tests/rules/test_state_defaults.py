"""Saves leave out what is at its default: the defaults stay as they are, and equal states have equal bytes."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import FieldInfo

from rules.games import all_games
from rules.kernel.saving import as_plain
from tests.rules import state_defaults
from tests.rules.state_defaults import Struct, changed, defaults, structs_of, with_default, written

DIFFERENTLY = (
    "old saves would read differently, as they leave out what was at its default: keep the default, or raise the "
    "schema, migrate, and take the field out of state_defaults.json"
)
IN_FULL = {"Options", "Mod"}
"""House rules, whose usual value may change, and rows of tables that somebody typed."""
STRUCTS = [(game, struct) for game in all_games() for struct in structs_of(game)]
FIELDS = [
    pytest.param(field, id=f"{game}-{struct.__name__}.{field.name}")
    for game, struct in STRUCTS
    if struct.__struct_config__.omit_defaults
    for field in with_default(struct)
    if field.default is not msgspec.NODEFAULT
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


@pytest.mark.parametrize(("game", "struct"), STRUCTS, ids=lambda part: getattr(part, "__name__", part))
def test_each_struct_of_a_state_leaves_out_its_defaults(game: str, struct: Struct) -> None:
    """A field with a default changes no stored byte until it has another value."""
    config = struct.__struct_config__

    assert config.omit_defaults or config.array_like or not with_default(struct) or struct.__name__ in IN_FULL, game


@pytest.mark.parametrize("field", FIELDS)
def test_a_default_is_left_out_wherever_it_came_from(field: FieldInfo) -> None:
    """msgspec compares by identity: a default that is decoded to an equal, other object is ``always_saved``."""
    if field.default is msgspec.UNSET:
        return
    decoded = msgspec.msgpack.decode(msgspec.msgpack.encode(as_plain(field.default)), type=field.type)

    assert decoded is field.default, "wrap the default in rules.kernel.saving.always_saved"
