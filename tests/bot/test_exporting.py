"""Copies of games: what stands in them, and that a game goes on from one as if nothing had happened."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.acts.copies import exporting
from bot.acts.copies.formats import MOST_SEEDS, FullCopy
from bot.acts.copies.importing import check_copy, read_copy
from bot.session import lobby
from bot.table.events import CopyTaken, DiceResealed
from bot.table.records import GameRecord, SeatRecord
from rules.games import all_games, load
from rules.kernel.advance import play_on
from rules.kernel.answers import Answer
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from rules.kernel.events import DiceRolled
from rules.kernel.game import Rules
from rules.kernel.proof import check as check_proof
from rules.kernel.requests import CHANCE, GM
from tests.bot.a_copy import MASTER, PLAYERS, SEED, Fate, a_copy, a_life, a_place, after, brought, everything, sit_down
from tests.bot.a_table import ALA, OLEK, STRANGER, House, an_interaction
from tests.bot.toy_game import ToyRules
from tests.sampled import first_of

COMING_AND_GOING = ("GameBrought", "SeatTaken", "CopyTaken", "DiceResealed")
HERE_SEED = after(SEED)
"""A game that comes from a copy goes on with the seed that takes over at home: so the dice are the same."""


def facts_of(rules: Rules[Any], data: bytes) -> tuple[Any, ...]:
    """A copy without what differs from place to place: when it was made, and that it came from elsewhere."""
    copy = read_copy(data)
    told = [one for tale in copy.chronicle for one in tale.told if one[0]["type"] not in COMING_AND_GOING]
    told = [[{key: fact for key, fact in event.items() if key != "from_file"}, to] for event, to in told]
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
    async with a_place(tmp_path / "there.db", rules) as there, a_place(tmp_path / "here.db", rules, HERE_SEED) as here:
        life = await a_life(there, rules, luck, 14, 0.3, depth="3")
        standing = await brought(here, await a_copy(life))
        await sit_down(here, standing.record.id)
        again = Fate(here, rules, standing.record.id, luck)

        assert await side_by_side(life, again, 400) > 1

        assert (await life.standing()).record.phase == (await again.standing()).record.phase == "ended"
        assert facts_of(rules, await a_copy(life)) == facts_of(rules, await a_copy(again))


LUCKS = {"labirynt-smierci": (2, 7, 12)}
"""Those with which a party lives through all that its game master does."""


@pytest.mark.parametrize(
    ("game", "luck"),
    [case for game in all_games() for case in first_of(product([game], LUCKS.get(game, (2, 3, 4))), 1)],
)
async def test_so_does_a_game_in_the_labyrinth(tmp_path: Path, game: str, luck: int) -> None:
    """The real games, the game master busy, in the middle of whatever is going on."""
    rules = load(game)
    async with a_place(tmp_path / "there.db", rules) as there, a_place(tmp_path / "here.db", rules, HERE_SEED) as here:
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

        assert facts_of(rules, await everything(here, standing.record.id)) == facts_of(rules, first)


async def test_a_full_copy_knows_everything_but_who_people_are(tmp_path: Path) -> None:
    """Seed, notes and all; names, but nobody's id."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        life = await a_life(house, rules, 4, 14, 0.3, depth="3")
        await life.write(await life.standing())
        data = await a_copy(life)

    copy = read_copy(data)
    assert copy.seed == SEED.hex()
    assert [one.name for one in copy.seats] == ["Ala", "Olek"]
    assert copy.notes[-1].text.startswith("uwaga ")
    assert "user_id" not in data.decode()


async def test_what_was_taken_back_is_not_in_a_copy(tmp_path: Path) -> None:
    """The undone tail stays at home; the story says that something was taken back."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        standing = await house.mine(*PLAYERS.values())
        await house.press(standing, ALA, ["dig-s1"])
        before = read_copy(await everything(house, standing.record.id, ALA))
        await house.undo(standing.record.id)
        after = read_copy(await everything(house, standing.record.id, ALA))

    assert [len(stage.answers) for stage in after.stages] == [len(before.stages[0].answers), 0]
    assert "TakenBack" in [one[0]["type"] for tale in after.chronicle for one in tale.told]
    assert "Dug" not in [one[0]["type"] for tale in after.chronicle for one in tale.told]


async def test_dice_that_were_thrown_anew_are_not_in_the_story_of_a_copy(tmp_path: Path) -> None:
    """Only what stands would be believed elsewhere; that the die was thrown anew is told."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        life = await a_life(house, rules, 3, 12, meddling=0.0)
        await life.throw_anew(await life.standing()) if (await _has_roll(life)) else None
        copy = read_copy(await a_copy(life))

        told = check_copy(copy, rules, house.clock.now).replayed.told

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
    assert exporting.viewer_of(standing.record, MASTER, False) == GM
    assert exporting.viewer_of(standing.record, ALA, False) == "s1"
    with pytest.raises(Refused, match="copy_not_yours"):
        exporting.viewer_of(standing.record, ALA, True)
    with pytest.raises(Refused, match="copy_players"):
        exporting.viewer_of(standing.record, STRANGER, False)


@pytest.mark.parametrize("taker", [ALA, MASTER])
async def test_whoever_takes_everything_the_table_is_told_and_a_fresh_seed_throws(tmp_path: Path, taker: int) -> None:
    """Leader or game master: the seeds until now are in the copy, so nobody has it without the others knowing."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house, MASTER if taker == MASTER else 0)
        with pytest.raises(Refused, match="copy_not_yours"):
            await everything(house, game_id, OLEK)
        copy = await everything(house, game_id, taker)

        told = [one.event for row in (await house.sessions.chronicle(game_id))[-2:] for one in row.told]
        seeds = await house.store.seeds(game_id)
        standing = await house.sessions.standing_of(game_id)

    who = "gm" if taker == MASTER else "s1"
    assert told == [CopyTaken(who), DiceResealed(commitment(after(SEED)))]
    assert seeds == [SEED, after(SEED)]
    assert standing is not None
    assert standing.record.commitment == commitment(after(SEED))
    assert read_copy(copy).seeds == [SEED]
    assert after(SEED).hex() not in copy.decode()


async def test_whoever_has_the_copy_foresees_no_die(tmp_path: Path) -> None:
    """With all that the file holds, the next throw comes out otherwise than at the table."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        game_id = await a_table(house)
        copy = read_copy(await everything(house, game_id, ALA))
        snapshot = check_copy(copy, rules, house.clock.now).replayed.snapshots[-1]
        foreseen = play_on(rules, snapshot, [Answer(0, "", "mine.next NextAction party", "s1", ["dig-s1"])], SEED)
        standing = await house.sessions.standing_of(game_id)
        assert standing is not None
        dug = await house.press(standing, ALA, ["dig-s1"])

    expected = [one.event for one in foreseen[0].position.told]
    assert isinstance(expected[0], DiceRolled)
    assert dug.told[0].event != expected[0]


async def test_one_command_seals_once(tmp_path: Path) -> None:
    """A second delivery hands out nothing: what was sealed by the first throws already."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id, interaction = await a_table(house), an_interaction()
        await exporting.export_all(house.sessions, game_id, ALA, interaction)
        with pytest.raises(Refused, match="copy_again"):
            await exporting.export_all(house.sessions, game_id, ALA, interaction)

        assert len(await house.store.seeds(game_id)) == 2


async def test_a_copy_of_a_game_that_is_over_seals_nothing(tmp_path: Path) -> None:
    """No die is to come."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        await house.sessions.end(500, ALA, an_interaction())
        rows = len(await house.sessions.chronicle(game_id))
        copy = await everything(house, game_id, ALA)

        assert await house.store.seeds(game_id) == read_copy(copy).seeds == [SEED]
        assert len(await house.sessions.chronicle(game_id)) == rows


async def test_a_game_has_no_more_copies_than_a_file_can_tell_of(tmp_path: Path) -> None:
    """The last one is refused kindly; the game goes on."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        for _ in range(MOST_SEEDS - 1):
            copy = await everything(house, game_id, ALA)
        with pytest.raises(Refused, match="copies_taken"):
            await everything(house, game_id, ALA)

        assert read_copy(copy).later


@pytest.mark.parametrize("luck", [3, 6, 9])
async def test_the_proof_holds_over_several_seeds(tmp_path: Path, luck: int) -> None:
    """Copies at any moment, game master, human dice, undo and redo: every die is that of the seed then in force."""
    rules = ToyRules()
    async with a_place(tmp_path / "there.db", rules) as house:
        life = await a_life(house, rules, luck, 8, 0.3, depth="3")
        for _ in range(3):
            await a_copy(life)
            await life.play(4, 0.3)
        await life.play(400)

        proof = await house.sessions.proof(life.game_id)
        verdict = check_proof(proof)
        copied = check_copy(read_copy(await a_copy(life)), rules, house.clock.now).replayed

    assert (verdict.faults, verdict.seeds) == ((), 4)
    assert verdict.fair == copied.fair
    assert len({line.seal for stage in proof.stages for line in stage.lines}) > 1


async def test_an_undo_behind_a_copy_lets_the_dice_fall_anew(tmp_path: Path) -> None:
    """The newest seed stays; going back does not bring back a seed that somebody knows."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        standing = await house.sessions.standing_of(game_id)
        assert standing is not None
        first = await house.press(standing, ALA, ["dig-s1"])
        await everything(house, game_id, ALA)
        back = await house.undo(game_id)
        second = await house.press(back, ALA, ["dig-s1"])
        page = await house.store.page(game_id, second.standing.address.epoch, 1)

    assert page is not None
    assert {row.seal for row in page.answers if row.answer.seat == CHANCE} == {1}
    assert first.told[0].event != second.told[0].event


def test_a_table_with_secrets_gives_everything_to_its_game_master_only() -> None:
    """Its leader is somebody's rival."""
    for game in ("labirynt-czarnoksieznika", "jaskinia"):
        record = a_record(game)
        with pytest.raises(Refused, match="copy_of_secrets"):
            exporting.must_be_entitled(load(game), record, ALA)
        exporting.must_be_entitled(load(game), msgspec.structs.replace(record, gm_id=MASTER), MASTER)


def a_record(game: str) -> GameRecord:
    """A table of two in the middle of a game."""
    seats = lobby.seats([SeatRecord("", ALA, "Ala"), SeatRecord("", OLEK, "Olek")])
    return GameRecord("one", game, 1, 1, "pl", "playing", {}, ALA, seats, 1, "", 5.0)


async def test_a_lobby_has_nothing_to_copy(tmp_path: Path) -> None:
    """There is no game yet."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        standing = await house.lobby(ALA)

    with pytest.raises(Refused, match="not_started"):
        exporting.viewer_of(standing.record, ALA, True)


async def test_an_own_copy_holds_no_seed_before_the_end(tmp_path: Path) -> None:
    """When the game is over everybody may know it."""
    async with a_place(tmp_path / "there.db", ToyRules()) as house:
        game_id = await a_table(house)
        running = json.loads(await exporting.export_own(house.sessions, game_id, "s1"))
        await house.sessions.end(500, ALA, an_interaction())
        ended = json.loads(await exporting.export_own(house.sessions, game_id, "s1"))

    assert running["kind"] == "own"
    assert running["seeds"] == []
    assert ended["seeds"] == [SEED.hex()]
    assert ended["commitments"] == running["commitments"] == [commitment(SEED)]
    assert {line["asked"] for line in running["answers"]} == {"mine.equip Form s1"}


def test_a_copy_that_is_too_large_for_discord_is_packed() -> None:
    """And refused when that does not help."""
    assert exporting.compress_for_discord(b"{}") == (b"{}", exporting.SUFFIX)
    smaller, suffix = exporting.compress_for_discord(b" " * (exporting.MOST_POSTED + 1))
    assert suffix == exporting.PACKED
    assert len(smaller) < exporting.MOST_POSTED
    with pytest.raises(Refused, match="copy_too_large"):
        exporting.compress_for_discord(Random(1).randbytes(exporting.MOST_POSTED + 1))


def test_the_format_is_written_down() -> None:
    """A change to what a full copy holds is a change of the format."""
    assert FullCopy.__struct_fields__ == (
        "format", "game", "version", "tables", "locale", "phase", "created_at", "options", "habits", "commitment",
        "seed", "later", "seats", "stages", "chronicle", "notes", "seal",
    )  # fmt: skip
