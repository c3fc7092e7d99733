"""The verifier of the docs: it agrees with the bot on real games, and finds what a host could try."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.acts.copies.verify import verify_file
from rules.games import all_games, load
from rules.kernel.chance import Sealed, Seals, commitment
from rules.kernel.proof import Chapter, Proof, Seal, StageProof, Verdict, check, prove
from rules.kernel.recording import Line
from rules.kernel.requests import CHANCE, Draw, Roll
from tests.bot.a_copy import ELSEWHERE, Fate, a_copy, a_life, a_place_in, brought, sit_down
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_table import CHANNEL, STRANGER, an_interaction
from tests.bot.store.a_server import store_for
from tests.papers.pages import ROOT
from tests.soak.journeys import play, sensible

VERIFIER = ROOT / "docs/verify.py"
COUNTS = re.compile(r"(\d+) dice as sealed; (\d+) thrown by hand; (\d+) rulings\.\nStages: (\d+)\.")
SEEDS = re.compile(r"^Hash: (\w+)\nSeed: (\w+)$", re.M)
Raw = dict[str, Any]


def run_verifier(file: Path) -> subprocess.CompletedProcess[str]:
    """Run the verifier without anything that the project installs (``-I -S``)."""
    line = [sys.executable, "-I", "-S", str(VERIFIER), str(file)]
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False)


def assert_agreed(file: Path) -> Verdict:
    """The verifier and ``labirynt verify`` find the same numbers and seeds, and nothing wrong."""
    verdict, done = verify_file(file, load), run_verifier(file)
    counts = COUNTS.search(done.stdout)
    assert verdict.faults == ()
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts is not None
    assert [int(count) for count in counts.groups()] == [
        verdict.fair,
        verdict.human,
        verdict.corrections,
        verdict.stages,
    ]
    assert SEEDS.findall(done.stdout) == [(seal.commitment, seal.seed) for seal in verdict.seals]
    return verdict


# Real games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", all_games())
def test_a_long_game_is_proven(tmp_path: Path, game: str) -> None:
    rules, file = load(game), tmp_path / "proof.json"
    journey = sensible(rules, 22, 3)
    stages = [stage for stage, _ in play(journey, 20)]
    proof = prove(rules, [journey.seed], [Chapter(stage.snapshot, stage.log) for stage in stages])
    file.write_bytes(msgspec.json.encode(proof))

    verdict = assert_agreed(file)

    assert verdict.fair > 50
    assert verdict.stages == len(stages)


@pytest.mark.parametrize("luck", [6, 5])
@pytest.mark.parametrize("game", all_games())
async def test_a_game_that_has_been_through_a_lot_is_proven(tmp_path: Path, game: str, luck: int) -> None:
    """Rulings, an undo, dice of hands (``luck`` 5), a full copy and with it a later seed; at home and elsewhere."""
    rules, files = load(game), [tmp_path / "home.json", tmp_path / "elsewhere.json"]
    async with a_place_in(store_for(tmp_path / "there.db"), rules) as house:
        home = await a_life(house, rules, luck, 40)
        copy = await a_copy(home)
        there = (await brought(house, copy)).record.id
        await sit_down(house, there)
        await home.play(20)
        await Fate(house, rules, there, luck + 1).play(20)
        for game_id, channel in ((home.game_id, CHANNEL), (there, ELSEWHERE)):
            standing = await house.sessions.standing_of(game_id)
            assert standing is not None
            if standing.record.phase != "ended":
                await house.sessions.end(channel, STRANGER, an_interaction(), may=True)
        for file, game_id in zip(files, (home.game_id, there), strict=True):
            file.write_bytes(msgspec.json.encode(await house.sessions.proof(game_id)))
            assert await must_be_recorded(house.sessions, game_id) > 20

    verdicts = [assert_agreed(file) for file in files]

    assert [verdict.seeds for verdict in verdicts] == [2, 2]
    assert all(verdict.fair for verdict in verdicts)
    assert verdicts[0].human > 0 or luck != 5  # a game master may force a die in any game


async def test_an_export_is_left_to_the_command(tmp_path: Path) -> None:
    """An export has no piles, so its dice can only be checked by the rules."""
    file = tmp_path / "copy.json"
    async with a_place_in(store_for(tmp_path / "there.db"), load("labirynt-smierci")) as house:
        file.write_bytes(await a_copy(await a_life(house, load("labirynt-smierci"), 3, 5)))

    done = run_verifier(file)

    assert done.returncode == 2
    assert "no proof file" in done.stdout


# What a host could try -------------------------------------------------------------------------------------------

NEW_SEED = bytes([9]) * 32


@pytest.fixture(scope="module")
def honest() -> Raw:
    """A proof of six stages."""
    rules = load("labirynt-smierci")
    journey = sensible(rules, 22, 3)
    chapters = [Chapter(stage.snapshot, stage.log) for stage, _ in play(journey, 6)]
    raw: Raw = json.loads(msgspec.json.encode(prove(rules, [journey.seed], chapters)))
    return raw


def lines_of(proof: Raw, found: Callable[[Raw], bool]) -> list[Raw]:
    return [line for stage in proof["stages"] for line in stage["lines"] if found(line)]


def is_answer(line: Raw) -> bool:
    return line["seat"] != CHANCE and isinstance(line["value"], list)


def change_die(proof: Raw) -> None:
    line = lines_of(proof, lambda line: line.get("code", "").startswith("1K6"))[0]
    line["value"] = [line["value"][0] % 6 + 1]


def change_draw(proof: Raw) -> None:
    line = lines_of(proof, lambda line: len(line.get("pile", ())) > 1)[0]
    line["value"] = next(piece for piece in line["pile"] if piece != line["value"])


def change_answer(proof: Raw) -> None:
    lines_of(proof, is_answer)[0]["value"] = ["something else"]


def cut_first_stages(proof: Raw) -> None:
    del proof["stages"][:3]


def cut_and_renumber_first_stages(proof: Raw) -> None:
    cut_first_stages(proof)
    for number, stage in enumerate(proof["stages"]):
        stage["stage"] = number


def cut_a_middle_stage(proof: Raw) -> None:
    del proof["stages"][2]


def cut_everything(proof: Raw) -> None:
    proof["stages"] = []


def choose_first_link(proof: Raw) -> None:
    """Make all dice anew from another first link."""
    link, seed = bytes([7]) * 16, bytes.fromhex(proof["seed"])
    for stage in proof["stages"]:
        stage["chain"], chance = link.hex(), Sealed(seed, link)
        for line in stage["lines"]:
            if line["seat"] == CHANCE:
                line["value"] = chance.answer(request_of(line))
            chance.note(line["seat"], line["value"])
        link = chance.chain


def request_of(line: Raw) -> Roll | Draw:
    if "code" in line:
        return Roll(who=CHANCE, why=line["why"], code=line["code"])
    return Draw(who=CHANCE, why=line["why"], pile=line["pile"])


def other_commitment(proof: Raw) -> None:
    proof["commitment"] = "0" * 64


def other_seed(proof: Raw) -> None:
    """Another seed with its own hash: the dice do not fit."""
    proof.update(seed=NEW_SEED.hex(), commitment=commitment(NEW_SEED))


def call_a_die_a_ruling(proof: Raw) -> None:
    line = proof["stages"][-1]["lines"][-1]
    line.update(why="gm.correction", seat=CHANCE)


def drop_code(proof: Raw) -> None:
    del lines_of(proof, lambda line: "code" in line)[0]["code"]


def link_of_a_later_seed(proof: Raw) -> None:
    """Begin stage 1 with the link of a later seed, and let the first seed throw on from there."""
    first, second = proof["stages"][:2]
    del proof["stages"][2:]
    proof["later"] = [{"seed": NEW_SEED.hex(), "commitment": commitment(NEW_SEED)}]
    seals = Seals([bytes.fromhex(proof["seed"]), NEW_SEED])
    for line in first["lines"]:
        seals.note(line["seat"], line["value"])
    chance = Sealed(bytes.fromhex(proof["seed"]), seals.chain(1))
    second["chain"] = chance.chain.hex()
    for line in second["lines"]:
        if line["seat"] == CHANCE:
            line["value"] = chance.answer(request_of(line))
        chance.note(line["seat"], line["value"])


FORGERIES = (
    change_die,
    change_draw,
    change_answer,
    cut_first_stages,
    cut_and_renumber_first_stages,
    cut_a_middle_stage,
    cut_everything,
    choose_first_link,
    other_commitment,
    other_seed,
    call_a_die_a_ruling,
    drop_code,
    link_of_a_later_seed,
)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_is_found_by_both(tmp_path: Path, honest: Raw, forge: Callable[[Raw], None]) -> None:
    file, forged = tmp_path / "forged.json", deepcopy(honest)
    forge(forged)
    file.write_text(json.dumps(forged), "utf-8")

    done = run_verifier(file)

    assert verify_file(file, load).faults
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Wrong: " in done.stdout


def test_a_ground_later_seed_has_to_show_its_hash(tmp_path: Path, honest: Raw) -> None:
    """A host who tries later seeds until the next roll suits them cannot hide the hash of the chosen one."""
    file, forged = tmp_path / "ground.json", deepcopy(honest)
    stage = forged["stages"][-1]
    nth = next(
        nth for nth, line in enumerate(stage["lines"]) if line["seat"] == CHANCE and line.get("code", "")[:2] == "1K"
    )
    del stage["lines"][nth + 1 :]
    for number in range(1000):
        seed = sha256(b"%d" % number).digest()
        chance = Sealed(seed, bytes.fromhex(stage["chain"]))
        for line in stage["lines"][:nth]:
            chance.note(line["seat"], line["value"])
        if chance.answer(request_of(stage["lines"][nth])) == [6]:
            break
    stage["lines"][nth].update(value=[6], seal=1)
    forged["later"] = [{"seed": seed.hex(), "commitment": commitment(seed)}]
    file.write_text(json.dumps(forged), "utf-8")

    assert_agreed(file)

    assert f"Hash: {commitment(seed)}\n" in run_verifier(file).stdout


def test_a_file_of_the_first_format_is_read(tmp_path: Path, honest: Raw) -> None:
    file = tmp_path / "old.json"
    old = {**{name: part for name, part in honest.items() if name != "later"}, "format": 1}
    file.write_text(json.dumps(old), "utf-8")

    assert assert_agreed(file).fair == check(msgspec.convert(honest, Proof)).fair


@pytest.mark.parametrize("text", ["bread", "[]", "{}", '{"format": 3, "stages": []}', '{"format": 2}'])
def test_what_is_no_proof_is_not_judged(tmp_path: Path, text: str) -> None:
    file = tmp_path / "shopping.json"
    file.write_text(text, "utf-8")

    done = run_verifier(file)

    assert done.returncode == 2
    assert "cannot be checked" in done.stdout
    assert done.stderr == ""


def test_the_recipe_names_every_field() -> None:
    page = (ROOT / "docs/fairness.md").read_text("utf-8")
    fields = {field for kind in (Proof, StageProof, Line, Seal) for field in kind.__struct_fields__}

    assert {field for field in fields if f"`{field}`" not in page} == set()


def test_the_verifier_needs_a_file() -> None:
    done = subprocess.run([sys.executable, "-I", "-S", str(VERIFIER)], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "python3 verify.py FILE" in done.stderr
