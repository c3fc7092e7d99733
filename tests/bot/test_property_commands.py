"""Copies by command: a game leaves one channel as a file and goes on in another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.acts.copies.formats import MOST_BYTES
from bot.acts.copies.verify import BadProof, verify_file
from bot.discord.commands import game
from bot.playground import Outcome
from rules.games import load
from rules.kernel.proof import Seal
from tests.bot.a_channel import HERE, Channel, a_table
from tests.bot.forgeries import resealed
from tests.bot.toy_game import ToyRules

THERE = "karczma"


def file_of(channel: Channel, outcome: Outcome) -> tuple[str, bytes]:
    """The file that somebody got."""
    assert outcome.message is not None, outcome
    (attached,) = outcome.message.attachments
    return attached["filename"], channel.playground.world.store.file(attached["id"])


async def slash(channel: Channel, who: str, where: str, command: str, **options: Any) -> Outcome:
    """A command that may take a while."""
    outcome = await channel.hands.slash(who, where, command, options)
    return await channel.hands.follow(outcome)


def said(channel: Channel, where: str, who: str) -> str:
    """All that this person can read there."""
    return "\n".join(message.text for message in channel.hands.messages(where, who))


async def test_a_game_goes_on_in_another_channel(tmp_path: Path) -> None:
    """The leader takes a copy, everybody is told; whoever brings it sits where the copy knows the name."""
    async with a_table(tmp_path, ToyRules(), "Ala", "Bartek") as channel:
        name, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
        assert name.endswith("-gm.json")
        assert "Ala ma od teraz pełną kopię tej gry" in said(channel, HERE, "Bartek")

        await channel.playground.add_channel(THERE)
        outcome = await slash(channel, "Ala", THERE, "game import", file=(name, data))

        assert outcome.kind != "failed"
        assert "Wszystko się zgadza" in said(channel, THERE, "Ala")
        await channel.hands.until(lambda: "Ta gra przybyła z pliku" in said(channel, THERE, "Bartek"))
        await channel.hands.until(lambda: channel.hands.messages(THERE, "Ala")[-1].buttons)
        assert "Wolne miejsca: Bartek" in said(channel, THERE, "Bartek")
        joined = await slash(channel, "Bartek", THERE, "game join")
        assert joined.kind != "failed"
        assert "Bartek" in (await slash(channel, "Bartek", THERE, "game status")).text


async def test_an_own_copy_is_a_players_and_cannot_be_imported(tmp_path: Path) -> None:
    """It is said kindly, with where to get the other kind; nobody else sees any of it."""
    async with a_table(tmp_path, ToyRules(), "Ala", "Bartek") as channel:
        before = said(channel, HERE, "Ala")
        outcome = await slash(channel, "Bartek", HERE, "game export")
        name, data = file_of(channel, outcome)
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert said(channel, HERE, "Ala") == before

        await channel.playground.add_channel(THERE)
        refused = await slash(channel, "Bartek", THERE, "game import", file=(name, data))

        assert "kopia jednej osoby" in said(channel, THERE, "Bartek"), refused
        assert not channel.hands.messages(THERE, "Ala")


async def test_a_bad_file_is_refused_with_its_place(tmp_path: Path) -> None:
    """In a sentence; the channel stays free."""
    async with a_table(tmp_path, ToyRules(), "Ala") as channel:
        _, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
        await channel.playground.add_channel(THERE)
        await slash(
            channel, "Ala", THERE, "game import", file=("gra.json", data.replace(b'"stage":0', b'"stage":3', 1))
        )
        assert "w etapie 0: tu stoi etap 3" in said(channel, THERE, "Ala")

        await slash(channel, "Ala", THERE, "game import", file=("gra.json", b"[" * 1000))
        assert "zagnieżdżone" in said(channel, THERE, "Ala")
        await slash(channel, "Ala", THERE, "game new")
        assert "channel_taken" not in said(channel, THERE, "Ala")


async def test_a_file_that_does_not_come_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord holds the file back: after a while that is said, and the next one may bring theirs."""
    async with a_table(tmp_path, ToyRules(), "Ala") as channel:
        name, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
        await channel.playground.add_channel(THERE)
        with monkeypatch.context() as hasty:
            hasty.setattr(game, "DOWNLOAD", 0.0)
            await slash(channel, "Ala", THERE, "game import", file=(name, data))
        late = said(channel, THERE, "Ala")
        await slash(channel, "Ala", THERE, "game import", file=(name, data))

        assert "nie przekazał tego pliku na czas" in late
        assert "Wszystko się zgadza" in said(channel, THERE, "Ala")


async def test_a_channel_with_a_table_takes_no_other(tmp_path: Path) -> None:
    """Known before the file is even looked at."""
    async with a_table(tmp_path, ToyRules(), "Ala") as channel:
        refused = await slash(channel, "Ala", HERE, "game import", file=("x.json", b"{}"))

    assert "stół" in refused.text


async def test_only_the_leader_may_ask_for_everything(tmp_path: Path) -> None:
    """The others are told whose it is."""
    async with a_table(tmp_path, ToyRules(), "Ala", "Bartek") as channel:
        refused = await slash(channel, "Bartek", HERE, "game export", everything=True)

    assert "Pełną kopię dostaje tu ktoś inny" in refused.text


# At a terminal ---------------------------------------------------------------------------------------------


async def test_a_copy_can_be_verified_like_a_proof(tmp_path: Path) -> None:
    """Every die and draw of the setting-up of a labyrinth; the place of one that is wrong."""
    async with a_table(tmp_path, load("labirynt-smierci"), "Ala") as channel:
        await channel.press("Ala", "⭐")
        _, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
    copy, own = tmp_path / "copy.json", tmp_path / "own.json"
    copy.write_bytes(data)
    verdict = verify_file(copy, load)
    raw = json.loads(data)
    row = next(row for row in raw["stages"][0]["answers"] if row["seat"] == "chance")
    row["value"] = "nobody"
    copy.write_text(json.dumps(raw), "utf-8")
    own.write_text('{"kind":"own"}', "utf-8")

    assert verdict.fair > 0
    assert verdict.faults == ()
    assert verdict.stages == len(raw["stages"])
    assert verdict.seals == (Seal(raw["commitment"], raw["seed"]),)
    assert (verdict.begun_at, verdict.by_rules) == (raw["created_at"], True)
    found = verify_file(copy, load)
    (fault,) = found.faults
    assert (found.stages, found.seals, found.by_rules) == (verdict.stages, verdict.seals, False)
    assert fault.startswith(f"at stage 0, step {row['step']}: ")
    with pytest.raises(BadProof, match=r"own\.json"):
        verify_file(own, load)


async def test_a_story_that_is_told_otherwise_leaves_the_dice_right(tmp_path: Path) -> None:
    """Exports of older versions lack facts that events have got since."""
    async with a_table(tmp_path, load("labirynt-smierci"), "Ala") as channel:
        await channel.press("Ala", "⭐")
        _, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
    file, raw = tmp_path / "copy.json", json.loads(data)
    found = next((tale["told"], nth) for tale in raw["chronicle"] for nth, _ in enumerate(tale["told"]))
    found[0].append(found[0][found[1]])  # told twice: once too often
    file.write_bytes(resealed(raw))

    verdict = verify_file(file, load)

    assert verdict.faults == ()
    assert verdict.fair > 0
    assert "the story tells of something that did not happen" in verdict.untold

    file.write_text(json.dumps(raw), "utf-8")
    assert verify_file(file, load).faults


async def test_a_copy_of_other_rules_is_not_judged(tmp_path: Path) -> None:
    """Nobody is accused where the rules of then are missing."""
    async with a_table(tmp_path, load("labirynt-smierci"), "Ala") as channel:
        await channel.press("Ala", "⭐")
        _, data = file_of(channel, await slash(channel, "Ala", HERE, "game export", everything=True))
    file, raw = tmp_path / "copy.json", json.loads(data)
    next(row for row in raw["stages"][0]["answers"] if row["seat"] == "chance")["value"] = "nobody"
    file.write_bytes(resealed({**raw, "version": raw["version"] + 1}))

    with pytest.raises(BadProof, match=r"copy\.json cannot be checked: at stage 0, step \d+: by my version"):
        verify_file(file, load)


def test_a_file_that_breaks_off_is_called_so(tmp_path: Path) -> None:
    """Not «no proof of dice»: it may well have been one."""
    file = tmp_path / "half.json"
    file.write_bytes(b'{"format":1,"game":"toy","stages":[{"st')

    with pytest.raises(BadProof, match=r"half\.json is no proof of dice: it is incomplete or damaged"):
        verify_file(file, load)


def test_a_copy_of_a_game_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """One sentence."""
    file = tmp_path / "large.json"
    file.write_bytes(b'{"kind":"full"}' + b" " * MOST_BYTES)

    with pytest.raises(BadProof, match="larger than 16 MiB"):
        verify_file(file, load)
