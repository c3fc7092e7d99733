"""Copies of games: what stands in them, and that a game goes on from one as if nothing had happened."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.copies.exporting import MOST_POSTED, PACKED, SUFFIX, export, packed, tell_of_it, viewer_of
from bot.copies.importing import check, read
from bot.copies.papers import FullCopy
from rules.games import GAMES, load
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM
from tests.bot.a_copy import MASTER, PLAYERS, SEED, Fate, a_copy, a_life, a_place, brought, sit_down
from tests.bot.a_table import ALA, OLEK, STRANGER, House, an_interaction
from tests.bot.toy_game import ToyRules


def facts_of(rules: Rules[Any], data: bytes) -> tuple[Any, ...]:
    """A copy without what differs from place to place: when it was made, and that it came from elsewhere."""
    copy = read(data)
    told = [one for tale in copy.chronicle for one in tale.told if one[0]["type"] not in ("GameBrought", "SeatTaken")]
    return copy.stages, told, copy.seed, copy.options, copy.habits, copy.commitment, [note.text for note in copy.notes]


async def side_by_side(there: Fate, here: Fate, presses: int) -> int:
    """The same presses at both tables lead to the same, step by step; how many answers that were."""
    luck = there.luck.getrandbits(32)
    here.house.clock.now = there.house.clock.now
    there.luck.seed(luck)
    here.luck.seed(luck)
    for nth in range(presses):
        one, other = await there.play(1), await here.play(1)
        if not one:
            assert not other
            return nth
        assert [told.event for told in one[0].told] == [told.event for told in other[0].told]
        assert one[0].standing.waiting == other[0].standing.waiting
        assert there.rules.encode(one[0].standing.state) == here.rules.encode(other[0].standing.state)
    return presses


@pytest.mark.parametrize("luck", range(9))
async def test_a_game_goes_on_from_its_copy_as_if_nothing_had_happened(tmp_path: Path, luck: int) -> None:
    """Corrections, forced and human dice, undone answers and new house rules: the same presses lead to the same end."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as there, a_place(tmp_path / "here.db", rules, b"x" * 32) as here:
        life = await a_life(there, rules, luck, 14, 0.3, depth="3")
        standing = await brought(here, await a_copy(life))
        await sit_down(here, standing.record.id)
        again = Fate(here, rules, standing.record.id, luck)

        assert await side_by_side(life, again, 400) > 1

        assert (await life.standing()).record.phase == (await again.standing()).record.phase == "ended"
        assert facts_of(rules, await a_copy(life)) == facts_of(rules, await a_copy(again))


@pytest.mark.parametrize(("game", "luck"), [*product(GAMES, [4, 7, 9])])
async def test_so_does_a_game_in_the_labyrinth(tmp_path: Path, game: str, luck: int) -> None:
    """The real games, the game master busy, in the middle of whatever is going on."""
    rules = load(game)
    async with a_place(tmp_path / "there.db", rules) as there, a_place(tmp_path / "here.db", rules, b"x" * 32) as here:
        life = await a_life(there, rules, luck, 45)
        standing = await brought(here, await a_copy(life))
        await sit_down(here, standing.record.id)

        assert await side_by_side(life, Fate(here, rules, standing.record.id, luck), 40) > 10
        assert "set_right" in life.done


async def test_a_copy_of_a_copy_is_the_same_copy(tmp_path: Path) -> None:
    """What was imported is exported again without a change to the game."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as there, a_place(tmp_path / "here.db", rules) as here:
        first = await a_copy(await a_life(there, rules, 5, 14, 0.3, depth="3"))
        standing = await brought(here, first)

        assert facts_of(rules, await export(here.sessions, standing.record.id, GM)) == facts_of(rules, first)


async def test_a_full_copy_knows_everything_but_who_people_are(tmp_path: Path) -> None:
    """Seed, notes and all; names, but nobody's id."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        life = await a_life(house, rules, 4, 14, 0.3, depth="3")
        await life.write(await life.standing())
        data = await a_copy(life)

    copy = read(data)
    assert copy.seed == SEED.hex()
    assert [one.name for one in copy.seats] == ["Ala", "Olek"]
    assert copy.notes[-1].text.startswith("uwaga ")
    assert "user_id" not in data.decode()


async def test_what_was_taken_back_is_not_in_a_copy(tmp_path: Path) -> None:
    """The undone tail stays at home; the story says that something was taken back."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        standing = await house.mine(*PLAYERS.values())
        await house.press(standing, ALA, ["dig-s1"])
        before = read(await export(house.sessions, standing.record.id, GM))
        await house.undo(standing.record.id)
        after = read(await export(house.sessions, standing.record.id, GM))

    assert [len(stage.answers) for stage in after.stages] == [len(before.stages[0].answers), 0]
    assert "TakenBack" in [one[0]["type"] for tale in after.chronicle for one in tale.told]
    assert "Dug" not in [one[0]["type"] for tale in after.chronicle for one in tale.told]


async def test_dice_that_were_thrown_anew_are_not_in_the_story_of_a_copy(tmp_path: Path) -> None:
    """Only what stands would be believed elsewhere; that the die was thrown anew is told."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        life = await a_life(house, rules, 3, 12, meddling=0.0)
        await life.throw_anew(await life.standing()) if (await _has_roll(life)) else None
        copy = read(await a_copy(life))

        told = check(copy, rules, house.clock.now).replayed.told

    dice = [one[0] for tale in copy.chronicle for one in tale.told if one[0]["type"] == "DiceRolled"]
    assert len(dice) == sum(type(one.event).__name__ == "DiceRolled" for one in told)


async def _has_roll(life: Fate) -> bool:
    standing = await life.standing()
    page = await life.house.store.page(life.game_id, standing.address.epoch, standing.address.stage)
    return page is not None and any("K6" in row.answer.asked for row in page.answers)


# Whose it is -----------------------------------------------------------------------------------------------


async def a_table(house: House, gm_id: int = 0) -> str:
    """Two miners in the first gallery."""
    standing = await house.mine(ALA, OLEK)

    async def name(turn: Any) -> None:
        turn.rewrite(gm_id=gm_id)

    await house.sessions.change(standing.record.id, None, name)
    return standing.record.id


async def test_everything_is_the_game_masters(tmp_path: Path) -> None:
    """Whoever leads the table gets an own copy then, and no other."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        standing = await house.sessions.standing_of(await a_table(house, MASTER))

    assert standing is not None
    assert viewer_of(standing.record, MASTER, False) == GM
    assert viewer_of(standing.record, ALA, False) == "s1"
    with pytest.raises(Refused, match="copy_not_yours"):
        viewer_of(standing.record, ALA, True)
    with pytest.raises(Refused, match="copy_players"):
        viewer_of(standing.record, STRANGER, False)


async def test_without_a_game_master_it_is_the_leaders_and_the_table_is_told(tmp_path: Path) -> None:
    """The seed is in it; nobody shall have it without the others knowing."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        with pytest.raises(Refused, match="copy_not_yours"):
            await tell_of_it(house.sessions, game_id, an_interaction(), OLEK)
        await tell_of_it(house.sessions, game_id, an_interaction(), ALA)

        last = (await house.sessions.chronicle(game_id))[-1]

    assert [type(one.event).__name__ for one in last.told] == ["CopyTaken"]


async def test_a_lobby_has_nothing_to_copy(tmp_path: Path) -> None:
    """There is no game yet."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        standing = await house.lobby(ALA)

    with pytest.raises(Refused, match="not_started"):
        viewer_of(standing.record, ALA, True)


async def test_an_own_copy_holds_no_seed_before_the_end(tmp_path: Path) -> None:
    """When the game is over everybody may know it."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        running = json.loads(await export(house.sessions, game_id, "s1"))
        await house.sessions.end(500, ALA, an_interaction())
        ended = json.loads(await export(house.sessions, game_id, "s1"))

    assert running["kind"] == "own"
    assert running["seed"] is None
    assert ended["seed"] == SEED.hex()
    assert {line["asked"] for line in running["answers"]} == {"mine.equip Form s1"}


def test_a_copy_that_is_too_large_for_discord_is_packed() -> None:
    """And refused when that does not help."""
    assert packed(b"{}") == (b"{}", SUFFIX)
    smaller, suffix = packed(b" " * (MOST_POSTED + 1))
    assert suffix == PACKED
    assert len(smaller) < MOST_POSTED
    with pytest.raises(Refused, match="copy_too_large"):
        packed(Random(1).randbytes(MOST_POSTED + 1))


def test_the_format_is_written_down() -> None:
    """A change to what a full copy holds is a change of the format."""
    assert FullCopy.__struct_fields__ == (
        "format", "game", "version", "tables", "locale", "phase", "created_at", "options", "habits", "commitment",
        "seed", "seats", "stages", "chronicle", "notes", "seal",
    )  # fmt: skip
