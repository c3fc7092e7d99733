"""Files from strangers: whatever is wrong with one, it is refused with the place, and nothing else happens."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.acts.copies import importing, replaying
from bot.acts.copies.exporting import export_own
from bot.acts.copies.formats import MOST_ANSWERS, MOST_BYTES, FullCopy, seal_of
from bot.acts.copies.replaying import BadImport
from bot.discord.farewell import farewell
from bot.discord.prompts import story
from bot.discord.prompts.open_question import Scene
from bot.store.writer import Statement
from bot.table.events import DiceResealed, GameBrought, TakenBack
from bot.table.stage_limits import LONGEST
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.chance import Seals, commitment
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.proof import Chapter, prove
from rules.kernel.requests import GM
from rules.kernel.saving import as_plain
from tests.bot.a_copy import ELSEWHERE, MASTER, PLAYERS, SEED, a_copy, a_life, a_place, after, brought, everything
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_table import ALA, NAMES, OLEK, Clock, House, an_interaction
from tests.bot.forgeries import Json, bent, game_of, is_honest, mutated, others_last_words, resealed
from tests.bot.toy_game import ToyRules
from tests.playground.third_week import PAGE

RULES = ToyRules()
NOW = Clock().now + 10_000
MUTATIONS = 500
FEW = 25


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A copy of a game with a little of everything in it."""

    async def live() -> bytes:
        async with a_place(tmp_path_factory.mktemp("life") / "there.db", RULES) as house:
            fate = await a_life(house, RULES, 159, 18, 0.3, depth="3")
            await fate.write(await fate.standing())
            return await a_copy(fate)

    return asyncio.run(live())


def judged(data: bytes, rules: Rules[Any] = RULES) -> importing.Checked:
    """A file, read and played again."""
    return importing.check_copy(importing.read_copy(data), rules, NOW)


def refused(data: bytes) -> BadImport:
    """Why a file is not taken."""
    with pytest.raises(BadImport) as caught:
        judged(data)
    return caught.value


# Five hundred forgeries ----------------------------------------------------------------------------------


def taken(files: Iterator[bytes], rules: Rules[Any] = RULES) -> list[importing.Checked]:
    """Those of the files that are taken; the others are refused with the place where they are wrong."""
    found: list[importing.Checked] = []
    for data in files:
        try:
            found.append(judged(data, rules))
        except BadImport as bad:
            if not bad.place:
                raise
    return found


def test_no_damaged_file_is_taken_and_none_does_any_harm(whole: bytes) -> None:
    """Half of five hundred: without a seal that fits, a file says what it said or is refused."""
    luck = Random("damaged")
    files = (bent(whole, luck) if nth % 2 else mutated(whole, luck, forger=False) for nth in range(MUTATIONS // 2))

    found = taken(files)

    assert [one.copy for one in found] == [judged(whole).copy] * len(found)
    assert len(found) < MUTATIONS / 20


def test_no_forged_game_is_taken_that_could_not_have_been_played(whole: bytes) -> None:
    """The other half: a forger seals the file anew, and still every die is the seed's and every answer legal.

    What a forger can do is play another game of the same seed: other last answers than were given, or fewer.
    """
    luck = Random("forged")
    found = taken(mutated(whole, luck, forger=True) for _ in range(MUTATIONS // 2))

    assert all(is_honest(one, RULES, NOW) for one in found)
    assert all(others_last_words(game_of(judged(whole)), game_of(one)) for one in found)
    assert 0 < len(found) < MUTATIONS / 5


@pytest.mark.parametrize("game", all_games())
async def test_nor_one_of_a_game_in_the_labyrinth(tmp_path: Path, game: str) -> None:
    """Fifty files, torn or sealed anew, of a game with Backpacks, Runes and monsters in it."""
    rules, luck = load(game), Random(f"forged {game}")
    async with a_place(tmp_path / "there.db", rules) as house:
        copy = await a_copy(await a_life(house, rules, 7, 25))
    good = judged(copy, rules)

    torn = taken((bent(copy, luck) for _ in range(FEW)), rules)
    forged = taken((mutated(copy, luck, forger=True) for _ in range(FEW)), rules)

    assert [one.copy for one in torn] == [good.copy] * len(torn)
    assert all(is_honest(one, rules, NOW) for one in forged)
    assert all(others_last_words(game_of(good), game_of(one)) for one in forged)
    assert len(torn) + len(forged) < FEW / 2


# One wrong thing at a time ---------------------------------------------------------------------------------


def altered(whole: bytes, alter: Callable[[Json], None]) -> BadImport:
    """Why a file is refused after one change, sealed anew."""
    raw = json.loads(whole)
    alter(raw)
    return refused(resealed(raw))


def the_roll(raw: Json) -> tuple[Json, Json]:
    """A stage, and a die of it that the seed threw."""
    return next(
        (stage, row)
        for stage in raw["stages"]
        for row in stage["answers"]
        if row["asked"] == "mine.dig 2K6" and row["seat"] == "chance"
    )


def test_a_die_that_the_seed_did_not_give(whole: bytes) -> None:
    """The place, what stands there and what should."""
    raw = json.loads(whole)
    stage, row = the_roll(raw)
    right = row["value"]
    row["value"] = [7 - right[0], right[1]]

    bad = refused(resealed(raw))

    assert (bad.why, bad.stage, bad.step) == ("dice", stage["stage"], row["step"])
    assert bad.facts == {"shown": f"{7 - right[0]}, {right[1]}", "right": f"{right[0]}, {right[1]}"}


def test_a_seed_that_was_not_sealed(whole: bytes) -> None:
    """Another seed has another hash."""
    assert altered(whole, lambda raw: raw.update(seed="00" * 32)).why == "commitment"


def test_a_seed_that_was_not_in_force(whole: bytes) -> None:
    """No die is of a seed that the file has not, and none of one that another had taken over from."""
    raw = json.loads(whole)
    stage, row = the_roll(raw)
    row["seal"] = 1
    bad = refused(resealed(raw))
    assert (bad.why, bad.stage, bad.step) == ("seed_order", stage["stage"], row["step"])

    raw["later"] = [after(SEED).hex()]
    for one in raw["stages"][stage["stage"] :]:
        for die in one["answers"]:
            die["seal"] = int(die["seat"] == "chance" and (one is not stage or die["step"] >= row["step"]))
    bad = refused(resealed(raw))
    assert (bad.why, bad.stage, bad.step) == ("dice", stage["stage"], row["step"])


def as_bytes(raw: bytes) -> str:
    """Return a link or a state as it stands in a file."""
    return str(json.loads(msgspec.json.encode(raw)))


@pytest.mark.parametrize("link", [bytes([7]) * 16, bytes(32), b""])
def test_a_first_link_of_somebodys_choice(whole: bytes, link: bytes) -> None:
    """Otherwise links could be tried until the deal suits somebody."""
    bad = altered(whole, lambda raw: raw["stages"][0].update(chain=as_bytes(link)))

    assert (bad.why, bad.stage) == ("chain", 0)


def test_first_stages_that_were_cut_off(whole: bytes) -> None:
    assert altered(whole, lambda raw: raw["stages"].pop(0)).why == "opening"


def test_a_seed_that_throws_after_a_later_one_made_the_link(whole: bytes) -> None:
    """Otherwise a later seed could be chosen so that its link gives the first seed the dice that are wished for."""
    copy = judged(whole).copy
    answers = [line.answer for line in copy.stages[0].answers]
    snapshot = judged(whole).replayed.snapshots[0]
    seals = Seals([SEED, after(SEED)])
    for line in prove(RULES, [SEED], [Chapter(snapshot, answers)]).stages[0].lines:
        seals.note(line.seat, line.value)

    def forge(raw: Json) -> None:
        raw["later"] = [after(SEED).hex()]
        raw["stages"][1]["chain"] = as_bytes(seals.chain(1))

    bad = altered(whole, forge)

    assert (bad.why, bad.stage) == ("seed_order", 1)


def test_a_copy_from_before_a_field_was_added_to_the_state_is_still_read(whole: bytes) -> None:
    """A field with a default needs no new schema."""
    raw = json.loads(whole)
    for stage in raw["stages"]:
        state = msgspec.msgpack.decode(msgspec.convert(stage["state"], bytes))
        del state["fault"]
        stage["state"] = as_bytes(msgspec.msgpack.encode(state))

    assert judged(resealed(raw)).replayed.snapshots == judged(whole).replayed.snapshots


def test_a_copy_with_or_without_its_defaults_gives_the_same_game() -> None:
    """Version 1.0.0 wrote every default; a later one may also know a field that the copy does not."""
    kept = importing.read_copy((PAGE / "example-en.json.gz").read_bytes())
    rules = load(kept.game)
    begun = replaying.replay(rules, kept).snapshots

    def with_states(write: Callable[[Any], bytes]) -> FullCopy:
        states = [rules.decode(snapshot.state, snapshot.schema) for snapshot in begun]
        stages = zip(kept.stages, states, strict=True)
        return replace(kept, stages=[replace(stage, state=write(state)) for stage, state in stages])

    full = with_states(lambda state: msgspec.msgpack.encode(as_plain(state)))
    short = with_states(rules.encode)
    bad = replace(full.stages[3], state=full.stages[2].state)

    assert len(short.stages[3].state) < len(full.stages[3].state)
    assert seal_of(kept) == kept.seal
    assert replaying.replay(rules, full).snapshots == replaying.replay(rules, short).snapshots == begun
    with pytest.raises(BadImport, match="stage 3: state"):
        replaying.replay(rules, replace(full, stages=[*full.stages[:3], bad, *full.stages[4:]]))


def test_the_seal_covers_when_the_others_are_called(whole: bytes) -> None:
    """Copies of before have no such habit; one that was added later is another copy."""
    kept = msgspec.json.decode(whole, type=FullCopy)
    other = replace(kept, habits=replace(kept.habits, call_after=0.0))

    assert seal_of(other) != kept.seal
    assert msgspec.json.decode(msgspec.json.encode(other), type=FullCopy).habits.call_after == 0.0


def test_a_copy_of_the_first_format_is_still_read(whole: bytes) -> None:
    """It has one seed, and no word on whose die it was."""
    raw = {**json.loads(whole), "format": 1}
    assert "later" not in raw
    assert all("seal" not in row for stage in raw["stages"] for row in stage["answers"])

    assert judged(resealed(raw)).copy.seeds == [SEED]


async def test_a_game_goes_on_with_a_fresh_seed_and_says_what_is_known(tmp_path: Path, whole: bytes) -> None:
    """Whoever brings it has the old seed, or has made it up."""
    async with a_place(tmp_path / "here.db", RULES, b"x" * 32) as house:
        standing = await brought(house, whole)
        told = [one.event for row in await house.sessions.outbox() for one in row.told]
        seeds = await house.store.seeds(standing.record.id)

    replayed = judged(whole).replayed
    assert seeds == [SEED, b"x" * 32]
    assert standing.record.commitment == commitment(b"x" * 32)
    assert told == [
        GameBrought(("s1", "s2"), len(replayed.snapshots), replayed.fair, replayed.human, replayed.corrections),
        DiceResealed(commitment(b"x" * 32)),
    ]


def test_a_party_that_begins_with_more_than_it_should(whole: bytes) -> None:
    """The beginning follows from the house rules."""

    def enrich(raw: Json) -> None:
        state = RULES.decode(msgspec.json.decode(json.dumps(raw["stages"][0]["state"]), type=bytes), 1)
        state.gold = 1000
        raw["stages"][0]["state"] = json.loads(msgspec.json.encode(RULES.encode(state)))

    bad = altered(whole, enrich)

    assert (bad.why, bad.stage) == ("opening", 0)


def test_a_state_that_does_not_follow(whole: bytes) -> None:
    """Each stage begins where the one before ended."""
    bad = altered(whole, lambda raw: raw["stages"][1].update(state=raw["stages"][0]["state"]))

    assert (bad.why, bad.stage) == ("state", 1)


def test_an_answer_that_was_not_possible(whole: bytes) -> None:
    """The place of the answer."""

    def cheat(raw: Json) -> None:
        raw["stages"][0]["answers"][0]["value"]["lamps"] = 4

    bad = altered(whole, cheat)

    assert (bad.why, bad.stage, bad.step) == ("answer", 0, 0)


def test_an_answer_of_somebody_who_does_not_sit_there(whole: bytes) -> None:
    """Seats are those of the table."""
    bad = altered(whole, lambda raw: raw["stages"][0]["answers"][0].update(seat="s4", part="s4"))

    assert (bad.why, bad.stage, bad.step) == ("line", 0, 0)


def test_a_log_that_breaks_off(whole: bytes) -> None:
    """A stage that is not over cannot be followed by another."""
    bad = altered(whole, lambda raw: raw["stages"][0]["answers"].pop())

    assert (bad.why, bad.stage) == ("cut_short", 0)


def test_a_story_of_what_did_not_happen(whole: bytes) -> None:
    """Nobody dug so much."""

    def boast(raw: Json) -> None:
        dug = next(one[0] for tale in raw["chronicle"] for one in tale["told"] if one[0]["type"] == "Dug")
        dug["gold"] = 999

    assert altered(whole, boast).why == "story"


@pytest.mark.parametrize("word", ["@everyone", "[x](http://a)", "x" * 200])
def test_words_of_the_bots_own_that_could_do_harm(whole: bytes, word: str) -> None:
    """A house rule is a short plain word."""
    event = {"type": "HouseRuleChanged", "switch": [word], "value": "3"}
    last = {"stage": 0, "step": 0, "at": 1.0, "by": None, "told": [[event, None]]}

    assert altered(whole, lambda raw: raw["chronicle"].insert(0, last)).why == "story"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "HouseRuleChanged", "switch": ["house.depth"], "value": "12"},
        {"type": "HouseRuleChanged", "switch": ["house.nonesuch"], "value": "3"},
        {"type": "CopyTaken", "seat": "chance"},
        {"type": "SeatTaken", "seat": "s7"},
        {"type": "Reminded", "seats": ["keeper"], "since": 1},
        {"type": "RollForced", "pips": [7]},
        {"type": "DiceResealed", "seal": "0"},
        {"type": "HabitChanged", "habit": ["button.start"], "value": [["habit.hours.6"]]},
        {"type": "Overdue", "seats": ["s1"], "then": ["refused.full"]},
        {"type": "TakenBack", "answers": -1},
    ],
)
def test_what_the_bot_never_tells_at_such_a_table(whole: bytes, event: Json) -> None:
    """A rule without that value, a seat that is not there, a die without that face."""
    tale = {"stage": 0, "step": 0, "at": 1.0, "by": None, "told": [[event, None]]}

    assert altered(whole, lambda raw: raw["chronicle"].insert(0, tale)).why == "story"


@pytest.mark.parametrize(("seat", "value"), [("", 1e308), ("", "\0"), ("", [1, 2, 3]), ("", {"x": [[]]}), ("s9", None)])
def test_a_story_by_an_answer_that_nobody_gave_is_nobodys(whole: bytes, seat: str, value: object) -> None:
    """Only what is in the log, and so was judged, is believed to have brought something about."""
    raw = json.loads(whole)
    nth = next(nth for nth, tale in enumerate(raw["chronicle"]) if tale["by"])
    raw["chronicle"][nth]["by"] = [seat or raw["chronicle"][nth]["by"][0], value]
    found = judged(resealed(raw))

    assert found.chronicle[nth][1].by is None
    assert any(story.by for _, story in found.chronicle)


def test_what_happened_tomorrow(whole: bytes) -> None:
    """A clock may be a little ahead, not more."""
    bad = altered(whole, lambda raw: raw["stages"][0]["answers"][0].update(at=NOW + importing.AHEAD + 1))

    assert (bad.why, bad.stage, bad.step) == ("future", 0, 0)


def test_a_file_that_was_changed_after_it_was_written(whole: bytes) -> None:
    """Names are believed, but not when somebody else wrote them."""
    assert refused(whole.replace(b'"Ala"', b'"Ela"')).why == "seal"


def test_dice_by_hand_that_nobody_threw(whole: bytes) -> None:
    """The log cannot end before a die that the seed would throw."""

    def cut(raw: Json) -> None:
        stage, row = the_roll(raw)
        del raw["stages"][stage["stage"] + 1 :]
        stage["answers"] = [one for one in stage["answers"] if one["step"] < row["step"]]
        raw.update(chronicle=[], habits={**raw["habits"], "dice": "bot"})

    assert altered(whole, cut).why == "cut_short"


def test_another_version_of_the_rules(whole: bytes) -> None:
    """What replays is taken, whoever wrote it; what does not, with both versions."""
    raw = json.loads(whole)
    raw["version"] = 7
    assert judged(resealed(raw)).replayed.fair > 0

    raw["stages"][0]["answers"][0]["value"]["lamps"] = 4
    bad = refused(resealed(raw))
    assert (bad.why, bad.stage, bad.step, bad.facts) == ("other_rules", 0, 0, {"version": 7, "ours": 1})


# Before anything is played ---------------------------------------------------------------------------------


def test_a_bomb_is_not_unpacked() -> None:
    """A small file that would fill the memory."""
    assert refused(gzip.compress(b"[" * (MOST_BYTES + 1))).why == "large"
    assert refused(b" " * (MOST_BYTES + 1)).why == "large"


def test_a_packed_copy_is_read_like_any_other(whole: bytes) -> None:
    """And one that was cut or has something behind its end is refused."""
    packed = gzip.compress(whole)

    assert importing.read_copy(packed) == importing.read_copy(whole)
    assert refused(packed[:-9]).why == "packed"
    assert refused(packed + packed).why == "packed"
    assert refused(b"\x1f\x8b" + zlib.compress(whole)).why == "packed"


@pytest.mark.parametrize("brackets", [b"[" * 100_000, b'{"a":' * 100_000, b'{"kind":"full","game":"\\"' + b"[" * 65])
def test_what_is_nested_too_deep_is_not_read(brackets: bytes) -> None:
    """Whether it is whole or not."""
    assert refused(brackets).why in ("deep", "torn")


@pytest.mark.parametrize("told", [b"[],", b'{"":0},', b"[0],"])
def test_what_holds_more_lists_than_any_game_is_not_read(whole: bytes, told: bytes) -> None:
    """To make millions of them takes seconds in which nothing else runs, and most of the memory."""
    whole = whole.replace(b'"told":[', b'"told":[[' + told * importing.MOST_LISTS + b"0],", 1)

    assert len(whole) < MOST_BYTES
    assert refused(whole).why == "no_copy"


def test_brackets_in_texts_do_not_count(whole: bytes) -> None:
    """A note may be full of them."""
    raw = json.loads(whole)
    raw["notes"] = [{"at": 1.0, "text": '["\\' * 300}]

    assert judged(resealed(raw)).copy.notes[0].text.startswith('["')


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "torn"),
        (b"\xff\xfe", "torn"),
        (b'{"kind":"' + b"x" * 99, "torn"),
        (b"null", "no_copy"),
        (b"[]", "no_copy"),
        (b'{"kind":"full"}', "shape"),
        (b'{"kind":"full","format":3}', "newer"),
    ],
)
def test_what_is_no_copy_at_all(data: bytes, why: str) -> None:
    """Broken off, something else, incomplete, or from a bot of tomorrow."""
    assert refused(data).why == why


def test_a_misshapen_copy_is_refused_with_the_whole_place(whole: bytes) -> None:
    """As a path between backticks, in a sentence of the reader's language."""
    raw = json.loads(whole)
    raw["stages"][0]["answers"][0]["step"] = "first"

    said = importing.why_of(Narrator("pl"), refused(json.dumps(raw).encode()))

    assert (
        said == "to nie jest kopia gry, jaką umiem odczytać; nie zgadza się to miejsce: `$.stages[0].answers[0].step`"
    )


def test_a_number_that_nothing_can_store_is_refused_in_a_story(whole: bytes) -> None:
    """Written with an exponent it would slip past the limits of whole numbers."""

    def exaggerate(raw: Json) -> None:
        told = [one for tale in raw["chronicle"] for one in tale["told"]]
        event, fact = next((one[0], name) for one in told for name, value in one[0].items() if type(value) is int)
        event[fact] = 1e30

    assert altered(whole, exaggerate).why == "story"


async def test_an_own_copy_cannot_be_played_on_from(tmp_path: Path) -> None:
    """It is said kindly."""
    async with a_place(tmp_path / "there.db", RULES) as house:
        standing = await house.mine(ALA, OLEK)
        data = await export_own(house.sessions, standing.record.id, "s1")

    assert refused(data).why == "own"


def test_every_refusal_has_its_words() -> None:
    """In both languages, with their places."""
    source = "".join((Path("bot/acts/copies") / name).read_text("utf-8") for name in ("importing.py", "replaying.py"))
    whys = sorted({piece.split('"')[0] for piece in source.split('BadImport("')[1:]})

    assert len(whys) > 15
    for locale in LOCALES:
        assert [why for why in whys if not Narrator(locale).has_words(f"import.why.{why}")] == []
    bad = BadImport("dice", 12, 4, shown="3", right="5")
    assert importing.place_of(Narrator("en"), bad) == "at stage 12, step 4"
    assert importing.why_of(Narrator("pl"), bad) == "zapisano 3, a z ziarna wypada 5"


# Taking in -------------------------------------------------------------------------------------------------


async def test_a_game_comes_with_its_seats_empty(tmp_path: Path, whole: bytes) -> None:
    """Whoever brings it leads; a seat of the same name is the importer's."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        found = await importing.read_and_check(house.sessions, whole)
        mine = await importing.import_into(house.sessions, found, 1, 1, OLEK, "OLEK", an_interaction())
        nobodys = await brought(house, whole)

    assert [one.user_id for one in mine.record.seats] == [0, OLEK]
    assert mine.record.leader_id == OLEK
    assert [(one.user_id, one.name, one.autopilot) for one in nobodys.record.seats] == [
        (0, NAMES[user], False) for user in PLAYERS.values()
    ]
    assert nobodys.record.gm_id == 0


async def test_what_was_told_elsewhere_is_not_told_again(tmp_path: Path, whole: bytes) -> None:
    """Only that the game has come here; the chronicle has it all."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        standing = await brought(house, whole)
        waiting = await house.sessions.outbox()
        told = await house.sessions.chronicle(standing.record.id)

    assert [type(one.event).__name__ for row in waiting for one in row.told] == ["GameBrought", "DiceResealed"]
    assert len(told) == len(importing.read_copy(whole).chronicle) + 1
    assert {row.address.epoch for row in told} == {standing.address.epoch}


async def test_the_last_stages_are_told_again_where_that_is_wished(tmp_path: Path, whole: bytes) -> None:
    """In the order in which they were told, before the news that the game has come; the chronicle has each once."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        found = await importing.read_and_check(house.sessions, whole)
        interaction = an_interaction()
        standing = await importing.import_into(house.sessions, found, 1, 1, OLEK, "OLEK", interaction, retell=True)
        waiting = await house.sessions.outbox()
        told = await house.sessions.chronicle(standing.record.id)

    stages = [row.address.stage for row in waiting]
    assert stages == sorted(stages)
    assert min(stages) >= standing.address.stage - importing.RETOLD_STAGES
    assert type(waiting[-1].told[0].event).__name__ == "GameBrought"
    assert len(waiting) > 1
    assert len(told) == len(importing.read_copy(whole).chronicle) + 1


def with_stories(whole: bytes, number: int, *events: Json) -> bytes:
    """The file with so many more stories at its end, each of these events, sealed anew."""
    raw = json.loads(whole)
    last = raw["chronicle"][-1]
    raw["chronicle"] += [{**last, "by": None, "told": [[event, None] for event in events]}] * number
    return resealed(raw)


TAKEN_BACK: Json = {"type": "TakenBack", "answers": 1, "by": "s1"}


async def test_forged_stories_of_the_bot_itself_are_few_and_marked(tmp_path: Path, whole: bytes) -> None:
    """However many a file brings, some for each answer are kept, a few dozen told again, and none is called checked."""
    forged = with_stories(whole, 2000, TAKEN_BACK)
    answers = sum(len(stage.answers) for stage in importing.read_copy(whole).stages)
    async with a_place(tmp_path / "here.db", RULES) as house:
        found = await importing.read_and_check(house.sessions, forged)
        standing = await importing.import_into(house.sessions, found, 1, 1, OLEK, "OLEK", an_interaction(), retell=True)
        waiting = await house.sessions.outbox()
        told = [one.event for row in await house.sessions.chronicle(standing.record.id) for one in row.told]

    kept = [event for event in told if isinstance(event, TakenBack)]
    assert isinstance(told[-3], TakenBack)  # the newest, before the news of the import
    assert len(kept) <= importing.HOUSE_EVENTS_PER_ANSWER * answers + importing.HOUSE_EVENTS_ANYWAY
    assert all(event.from_file for event in kept)
    assert len(waiting) <= importing.RETOLD_STORIES + 1
    assert "(według pliku)" in story.words(Narrator("pl"), kept[0], 1)


async def test_a_story_of_very_many_events_is_not_told_again(tmp_path: Path, whole: bytes) -> None:
    forged = with_stories(whole, 1, *[TAKEN_BACK] * 3000)
    async with a_place(tmp_path / "here.db", RULES) as house:
        found = await importing.read_and_check(house.sessions, forged)
        await importing.import_into(house.sessions, found, 1, 1, OLEK, "OLEK", an_interaction(), retell=True)
        waiting = await house.sessions.outbox()

    assert sum(len(row.told) for row in waiting) <= importing.RETOLD_EVENTS + 2


def test_a_copy_that_an_editor_saved_as_utf_16_is_read(whole: bytes) -> None:
    assert importing.read_copy(whole.decode().encode("utf-16")) == importing.read_copy(whole)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "RollForced", "pips": [1] * 100},
        {"type": "Skipped", "seats": ["s1"] * 3},
        {"type": "MasterTold", "text": "x" * 301},
        {"type": "MasterTold", "text": "\u200b"},
        {"type": "Overdue", "seats": ["s1"] * 3, "then": ["then.nothing"]},
        {"type": "HabitChanged", "habit": ["habit.dice"], "value": [["rolls.damage"]] * 65},
    ],
    ids=lambda event: event["type"],
)
def test_an_event_of_the_bot_itself_names_no_more_than_a_table_has(whole: bytes, event: Json) -> None:
    """To say a long one would take seconds."""
    with pytest.raises(BadImport, match="story"):
        importing.check_copy(importing.read_copy(with_stories(whole, 1, event)), RULES, NOW)


def test_stories_of_nothing_are_no_more_than_answers(whole: bytes) -> None:
    answers = sum(len(stage.answers) for stage in importing.read_copy(whole).stages)

    forged = judged(with_stories(whole, importing.STORIES_ANYWAY))

    assert len(forged.chronicle) <= len(judged(whole).chronicle) + answers


def test_more_stories_than_answers_can_bring_are_refused_before_they_are_read(whole: bytes) -> None:
    """Reading 95,000 at once would hold the interpreter, also beside the event loop."""
    assert refused(with_stories(whole, 95_000)).why == "stories"


def test_a_copy_is_read_in_pieces(whole: bytes) -> None:
    """Others may go on after each stage and each story."""
    copy = importing.read_copy(whole)

    pieces = sum(1 for _ in importing._read_in_steps(whole))

    assert pieces == len(copy.stages) + len(copy.chronicle)
    assert seal_of(copy) == copy.seal


@pytest.mark.parametrize(("place", "why"), [("stages", "stage_long"), ("chronicle", "stories")])
def test_a_piece_that_is_too_large_is_not_read(whole: bytes, place: str, why: str) -> None:
    raw = json.loads(whole)
    raw[place][0]["x"] = "x" * importing.MOST_PIECE

    assert refused(json.dumps(raw).encode()).why == why


def test_what_an_honest_copy_tells_of_people_is_kept(whole: bytes) -> None:
    """All of it: a game has far fewer such events than answers allow for."""
    written = [one[0]["type"] for tale in importing.read_copy(whole).chronicle for one in tale.told]

    kept = [one["type"] for _, tale in judged(whole).chronicle for one, *_ in msgspec.msgpack.decode(tale.told)]

    assert kept == written


async def test_files_that_are_checked_at_once_take_turns(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long one lets a short one pass: here each turn is a single step."""
    monkeypatch.setattr(importing, "TURN_SECONDS", 0.0)
    ended: list[str] = []

    async with a_place(tmp_path / "here.db", RULES) as house:

        async def check(name: str, data: bytes) -> None:
            await importing.read_and_check(house.sessions, data)
            ended.append(name)

        await asyncio.gather(check("long", with_stories(whole, 500, TAKEN_BACK)), check("short", whole))

    assert ended == ["short", "long"]


async def test_people_of_elsewhere_are_somebody(tmp_path: Path, whole: bytes) -> None:
    """Their answers can be taken back here like any person's."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        standing = await brought(house, whole)
        page = await house.store.page(standing.record.id, 1, 0)
        undone = await house.undo(standing.record.id)

    assert page is not None
    assert {row.user_id for row in page.answers} == {importing.SOMEBODY}
    assert undone.address < standing.address or undone.address.epoch == 2


async def test_a_game_that_is_over_can_be_looked_at_elsewhere(tmp_path: Path) -> None:
    """Its dice are proven there as they were at home, and the channel is free for another game."""
    async with a_place(tmp_path / "there.db", RULES) as there, a_place(tmp_path / "here.db", RULES) as here:
        fate = await a_life(there, RULES, 3, 200, 0.0)
        standing = await brought(here, await a_copy(fate))
        assert standing.record.phase == "ended"
        assert await here.sessions.proof(standing.record.id) == await there.sessions.proof(fate.game_id)
        assert await must_be_recorded(here.sessions, standing.record.id) > 0
        assert await here.store.seeds(standing.record.id) == await there.store.seeds(fate.game_id)
        assert (await here.lobby(ALA, channel=ELSEWHERE)).record.phase == "lobby"


async def test_a_copy_that_ends_at_once_tells_no_die_that_is_to_fall_at_home(tmp_path: Path) -> None:
    """Both go on with seeds of their own; those in the file are opened wherever the game ends first."""
    async with a_place(tmp_path / "there.db", RULES) as house:
        home = (await house.mine(ALA, OLEK)).record.id
        copy = (await brought(house, await everything(house, home, ALA))).record
        await house.sessions.end(ELSEWHERE, copy.leader_id, an_interaction())

        opened = await house.sessions.revealed_seeds(copy.id)
        at_home = await house.store.seeds(home)

    assert opened[0] == at_home[0]
    assert at_home[1] not in opened


async def test_a_seed_stays_sealed_while_the_same_game_goes_on_elsewhere(tmp_path: Path) -> None:
    """Copies of older bots went on with the seed of home: it would tell every die that is still to fall there."""
    async with a_place(tmp_path / "there.db", RULES) as house:
        standing = await house.mine(ALA, OLEK)
        home = standing.record.id
        copy = await brought(house, await everything(house, home, ALA))
        await of_an_older_bot(house, home)
        await house.sessions.end(ELSEWHERE, copy.record.leader_id, an_interaction())

        for refuses in (house.sessions.revealed_seeds, house.sessions.proof):
            with pytest.raises(Refused, match="sealed_still"):
                await refuses(copy.record.id)
        ended = await house.sessions.standing_of(copy.record.id)
        assert ended is not None
        last = await farewell(house.sessions, Scene(ended, RULES))
        assert "zapieczętowane" in last.proof
        assert SEED.hex() not in last.ending + last.proof

        await house.sessions.end(standing.record.channel_id, ALA, an_interaction())
        assert (await house.sessions.revealed_seeds(copy.record.id))[:1] == await house.sessions.revealed_seeds(home)


async def of_an_older_bot(house: House, game_id: str) -> None:
    """The seed that this game took over with never was."""
    await house.store._write([(Statement(0, "DELETE FROM seeds WHERE game = ? AND nth > 0"), (game_id,))])


def test_a_game_that_never_ends_is_not_played_again(whole: bytes) -> None:
    """Too many answers for one file."""
    raw = json.loads(whole)
    longest = {**raw["stages"][0], "answers": raw["stages"][0]["answers"][:1] * LONGEST}
    raw["stages"] = [longest] * (MOST_ANSWERS // LONGEST + 1)

    assert refused(json.dumps(raw).encode()).why == "long"


async def test_a_channel_has_one_table(tmp_path: Path, whole: bytes) -> None:
    """The game that is there stays there."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        await house.lobby(ALA, channel=ELSEWHERE)
        with pytest.raises(Refused, match="channel_taken"):
            await brought(house, whole)


async def test_a_second_delivery_of_the_command_changes_nothing(tmp_path: Path, whole: bytes) -> None:
    """One interaction, one game."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        found, interaction = await importing.read_and_check(house.sessions, whole), an_interaction()
        first = await importing.import_into(house.sessions, found, ELSEWHERE, 1, MASTER, "", interaction)
        again = await importing.import_into(house.sessions, found, ELSEWHERE, 1, MASTER, "", interaction)

    assert first.record.id == again.record.id


async def test_notes_come_along_and_whispers_stay_whispers(tmp_path: Path, whole: bytes) -> None:
    """For whoever becomes game master here."""
    async with a_place(tmp_path / "here.db", RULES) as house:
        standing = await brought(house, whole)
        notes = await house.store.notes(standing.record.id)
        told = await house.sessions.chronicle(standing.record.id)

    assert [note.text for note in notes] == [note.text for note in importing.read_copy(whole).notes]
    secret = [one for tale in importing.read_copy(whole).chronicle for one in tale.told if one[1] is not None]
    assert [list(one.to) for row in told for one in row.told if one.to is not None] == [one[1] for one in secret]
    assert [GM] in [one[1] for one in secret]
