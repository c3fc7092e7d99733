"""States to bytes and back: old games are brought up to date, newer and damaged ones are refused kindly."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.dice import Rolled
from rules.kernel.errors import BadSave
from rules.kernel.grid import Square
from rules.kernel.saving import Codec, always_saved, as_plain


class Purse(msgspec.Struct):
    """Today's state, of schema 3: gold and silver, and to whom it belongs."""

    owner: str
    gold: int
    silver: int = 0


def split_coins(raw: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 counted all in silver."""
    return {"name": raw["name"], "gold": raw["coins"] // 20, "silver": raw["coins"] % 20}


def rename_owner(raw: dict[str, Any]) -> dict[str, Any]:
    """Schema 2 called the owner a name."""
    return {"owner": raw["name"], "gold": raw["gold"], "silver": raw["silver"]}


PURSES = Codec(Purse, 3, {1: split_coins, 2: rename_owner})


def saved(raw: object) -> bytes:
    """A state as some version wrote it."""
    return msgspec.msgpack.encode(raw)


@given(st.text(max_size=20), st.integers(-(2**63), 2**64 - 1), st.integers(0, 19))
def test_what_is_saved_is_what_is_loaded(owner: str, gold: int, silver: int) -> None:
    """To bytes and back without a loss."""
    purse = Purse(owner, gold, silver)

    assert PURSES.decode(PURSES.encode(purse), 3) == purse


def test_a_rolled_result_is_saved_as_its_number() -> None:
    """Gold that was rolled keeps no dice."""
    purse = PURSES.decode(PURSES.encode(Purse("Ala", Rolled("2K6x10", (3, 4)))), 3)

    assert purse.gold == 70
    assert type(purse.gold) is int


def test_what_is_no_number_cannot_be_saved() -> None:
    """A state that holds an object of the program is a fault that shows at once."""
    with pytest.raises(NotImplementedError):
        PURSES.encode(Purse("Ala", object()))  # type: ignore[arg-type]


def test_an_old_game_comes_up_to_date_step_by_step() -> None:
    """Schema 1 to 2 to 3: coins are split, then the name becomes an owner."""
    assert PURSES.decode(saved({"name": "Ala", "coins": 47}), 1) == Purse("Ala", 2, 7)
    assert PURSES.decode(saved({"name": "Ala", "gold": 2, "silver": 7}), 2) == Purse("Ala", 2, 7)


def test_a_game_of_a_newer_version_is_refused() -> None:
    """Someone went back to an older program: it says so, and leaves the game alone."""
    with pytest.raises(BadSave, match="newer version"):
        PURSES.decode(PURSES.encode(Purse("Ala", 1)), 4)


def test_a_game_too_old_for_this_version_is_refused() -> None:
    """Where no step leads on, nothing is guessed."""
    with pytest.raises(BadSave, match="no way from schema 0"):
        PURSES.decode(saved({"name": "Ala"}), 0)


@pytest.mark.parametrize("cut", range(0, 20, 3))
def test_half_a_state_is_refused(cut: int) -> None:
    """The disk was full: truncated bytes are no game."""
    whole = PURSES.encode(Purse("Ala Kowalska", 1000))

    with pytest.raises(BadSave):
        PURSES.decode(whole[:cut], 3)


BROKEN = [b"", b"\xc1", b"PNG"]
OTHER = [saved([]), saved({"owner": "Ala"}), saved({"owner": 1, "gold": 1}), saved(7)]


@pytest.mark.parametrize("damaged", [*BROKEN, *OTHER])
def test_damaged_bytes_are_refused(damaged: bytes) -> None:
    """Whatever the bytes are, the table is told that its game cannot be read; nothing else breaks."""
    with pytest.raises(BadSave):
        PURSES.decode(damaged, 3)


@pytest.mark.parametrize("damaged", BROKEN)
def test_damaged_bytes_of_an_old_schema_are_refused(damaged: bytes) -> None:
    """Old bytes that are no MessagePack."""
    with pytest.raises(BadSave):
        PURSES.decode(damaged, 2)


@pytest.mark.parametrize("damaged", OTHER)
def test_an_old_state_of_a_wrong_shape_is_refused(damaged: bytes) -> None:
    """Old bytes that are something else than a state of that schema."""
    with pytest.raises(BadSave):
        PURSES.decode(damaged, 2)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_state_or_are_refused(noise: bytes) -> None:
    """Noise from a broken disk is refused, whatever it is."""
    try:
        purse = PURSES.decode(noise, 3)
    except BadSave:
        purse = Purse("nobody", 0)

    assert isinstance(purse, Purse)


def test_broken_letters_in_a_name_are_refused() -> None:
    """One flipped bit in a name is a damaged state too."""
    flipped = PURSES.encode(Purse("Ala", 1)).replace(b"Ala", b"A\xffa")

    with pytest.raises(BadSave):
        PURSES.decode(flipped, 3)


def test_old_bytes_nested_without_end_are_refused() -> None:
    """Five thousand lists in one another are no state of any schema."""
    with pytest.raises(BadSave):
        PURSES.decode(b"\x91" * 5000, 2)


class Chest(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A state that leaves out its defaults; ``opened`` is younger than some saves."""

    owner: str
    gold: int = 0
    kind: Literal["oak", "iron"] = "oak"
    place: Square = always_saved(Square(0, 0))
    inside: list[Purse] = []
    maze: dict[Square, int] = {}
    opened: int = 0


CHESTS = Codec(Chest, 1)
FULL = Chest(owner="Ala", gold=7, inside=[Purse("Ala", 1)], maze={Square(1, -1): 2}, opened=3)


def test_equal_states_have_equal_bytes() -> None:
    """A default is left out though it was rolled, or typed."""
    rolled = Chest(owner="Ala", gold=Rolled("2K6-7", (3, 4)), kind="".join(["o", "ak"]))  # type: ignore[arg-type]

    assert rolled.gold == 0
    assert CHESTS.encode(rolled) == CHESTS.encode(Chest(owner="Ala"))


def test_a_new_field_with_a_default_changes_no_byte() -> None:
    """What is always saved is there, nothing else."""
    assert msgspec.msgpack.decode(CHESTS.encode(Chest(owner="Ala"))) == {"owner": "Ala", "place": [0, 0]}


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, True),
        ({"gold": 8}, False),
        ({"gold": None}, True),  # left out: what it is now follows from the rules
        ({"opened": None}, True),
        ({"opened": 0}, False),
        ({"scratched": 1}, True),  # a field that is gone
        ({"place": [0, 1]}, False),
        ({"inside": []}, False),
        ({"inside": [{"owner": "Ala", "gold": 1}]}, True),
        ({"inside": [{"owner": "Ala", "gold": 1, "silver": 1}]}, False),
        ({"maze": {(1, -1): 3}}, False),
        ({"maze": {(1, -1): 2, (0, 0): 1}}, False),
        ({"maze": {}}, False),
    ],
)
def test_a_save_matches_a_state_unless_it_names_another_value(change: dict[str, Any], same: bool) -> None:
    """Values are compared, not bytes: another version may have left out more or less, or had fewer fields."""
    raw = {**as_plain(FULL), **change}
    raw = {name: value for name, value in raw.items() if value is not None}

    assert CHESTS.matches(FULL, saved(raw), 1) is same


def test_what_a_full_struct_leaves_out_is_its_default() -> None:
    """A house rule that a save does not name is the usual one."""
    assert PURSES.matches(Purse("Ala", 1), saved({"owner": "Ala", "gold": 1}), 3)
    assert not PURSES.matches(Purse("Ala", 1, 2), saved({"owner": "Ala", "gold": 1}), 3)


def test_an_old_save_matches_what_it_became() -> None:
    """It is compared after its migrations."""
    assert PURSES.matches(Purse("Ala", 2, 7), saved({"name": "Ala", "coins": 47}), 1)
    assert not PURSES.matches(Purse("Ala", 2, 8), saved({"name": "Ala", "coins": 47}), 1)
    with pytest.raises(BadSave):
        PURSES.matches(Purse("Ala", 2, 7), b"", 3)
