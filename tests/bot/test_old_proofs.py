"""Games begun before proofs were recorded: their stages are replayed once; what today's rules cannot play is named."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bot.acts.old_proofs import record_old_proofs
from bot.discord.commands.play import verdict_in_words
from bot.run.cli import app
from bot.store import Store
from bot.table.timekeeping import DAY
from bot.words.narrator import Narrator
from rules.games import all_games
from rules.kernel.proof import Proof, check
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_table import House
from tests.bot.store.a_server import run_sql
from tests.bot.test_pruning import AT_ONCE, a_house_of_games, by_the_usual, make_room, over, pages, played
from tests.papers.test_verifier import run_verifier

OLD_RULES = 3


def forget_proofs(file: Path) -> None:
    """Make a database one whose games have just come from before the lines."""
    run_sql(file, "DELETE FROM proof_lines")
    run_sql(file, "INSERT INTO unproven SELECT DISTINCT game FROM seeds")


async def proven_stages(store: Store, game_id: str) -> list[int]:
    """The stages of which lines are stored."""
    saved = await store.load(game_id)
    assert saved is not None
    pages = [await store.page(game_id, saved.address.epoch, stage) for stage in range(saved.address.stage + 1)]
    return [page.snapshot.stage for page in pages if page is not None and page.proof]


@pytest.mark.parametrize("game", sorted(all_games()))
async def test_past_stages_are_recorded_and_the_open_one_with_its_next_answer(tmp_path: Path, game: str) -> None:
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, game, answers=20)
        stages = await proven_stages(house.store, game_id)
    forget_proofs(tmp_path / "db")

    async with a_house_of_games(tmp_path / "db") as house:
        await record_old_proofs(house.sessions, pause=0)
        assert await house.store.unproven() is None
        found = await proven_stages(house.store, game_id)
        await by_the_usual(house, game_id)
        assert await must_be_recorded(house.sessions, game_id) > 20
    assert found == stages[: len(found)]
    assert len(stages) - len(found) <= 1


async def test_a_start_that_is_cut_short_goes_on_at_the_next(tmp_path: Path) -> None:
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=20)
        await over(house, game_id)
    forget_proofs(tmp_path / "db")

    async with a_house_of_games(tmp_path / "db") as house:
        recording = asyncio.create_task(record_old_proofs(house.sessions, pause=3600))
        await asyncio.sleep(0)
        recording.cancel()
        await asyncio.gather(recording, return_exceptions=True)
        assert await house.store.unproven() == game_id

        await record_old_proofs(house.sessions, pause=0)
        assert await must_be_recorded(house.sessions, game_id) > 20


async def test_an_archived_game_gets_its_lines_into_the_archive(tmp_path: Path) -> None:
    async with a_house_of_games(tmp_path / "db") as house:
        game_id = await played(house, answers=20)
        await over(house, game_id)
        before = await pages(house, game_id)
    forget_proofs(tmp_path / "db")

    async with a_house_of_games(tmp_path / "db") as house:
        house.clock.now += DAY
        assert (await make_room(house, game_id, AT_ONCE)).rows["annals"] == 1
        await record_old_proofs(house.sessions, pause=0)
        assert await must_be_recorded(house.sessions, game_id) > 20
        after = await pages(house, game_id)
    assert [page and len(page.answers) for page in after] == [page and len(page.answers) for page in before]


async def a_proof_with_a_gap(house: House, file: Path) -> tuple[Proof, int]:
    """A finished game's proof, and the stage that older rules played and today's cannot."""
    game_id = await played(house, answers=30)
    await over(house, game_id)
    gap = max(page.snapshot.stage for page in await pages(house, game_id) if page and len(page.answers) > 1) - 1
    run_sql(file, "DELETE FROM proof_lines WHERE stage = ?", gap)
    run_sql(file, "UPDATE answers SET step = step + 1000 WHERE stage = ?", gap)
    run_sql(file, "UPDATE snapshots SET version = ? WHERE stage = ?", OLD_RULES, gap)
    return await house.sessions.proof(game_id), gap


async def test_a_stage_that_only_older_rules_could_play_is_named_and_not_checked(tmp_path: Path) -> None:
    """It stands in the file with its link; both verifiers count it, and neither is content."""
    file = tmp_path / "proof.json"
    async with a_house_of_games(tmp_path / "db") as house:
        proof, gap = await a_proof_with_a_gap(house, tmp_path / "db")
    file.write_bytes(msgspec.json.encode(proof))
    verdict = check(proof)
    ours, free = CliRunner().invoke(app, ["verify", str(file)]), run_verifier(file)

    assert [stage.stage for stage in proof.stages if stage.unchecked] == [gap]
    assert (verdict.faults, verdict.unchecked) == ((), {OLD_RULES: 1})
    assert verdict.fair > 10
    assert (ours.exit_code, free.returncode) == (1, 1)
    assert f"Not checked: 1 of the stages; played by rules {OLD_RULES}" in ours.stdout
    assert "Not checked: 1 of the stages" in free.stdout
    assert "Nothing is wrong." in free.stdout
    for language, words in (("pl", "1 etap, według zasad w wersji 3"), ("en", "1 stage, played by rules of version 3")):
        assert words in "\n".join(verdict_in_words(Narrator(language), proof, verdict))


async def test_a_stage_called_unchecked_hides_no_other(tmp_path: Path) -> None:
    """The dice of each stage that has lines are computed from its own link, whatever stands before it."""
    async with a_house_of_games(tmp_path / "db") as house:
        proof, gap = await a_proof_with_a_gap(house, tmp_path / "db")
    later = next(stage for stage in proof.stages[gap + 1 :] if any(line.code for line in stage.lines))
    forged = [
        msgspec.structs.replace(line, value=[pip % 6 + 1 for pip in line.value]) if line.code else line
        for line in later.lines
    ]
    bent = msgspec.structs.replace(later, lines=tuple(forged))
    stages = tuple(bent if stage is later else stage for stage in proof.stages)

    assert check(msgspec.structs.replace(proof, stages=stages)).faults
