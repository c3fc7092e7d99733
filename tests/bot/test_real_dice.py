"""Real dice at a real table: buttons, a form, ``/dice``; all of them count or none; the proof knows whose they were."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest

from bot.acts import rulings
from bot.discord.commands.play import verdict_in_words
from bot.session.transaction import Transaction
from bot.table.habits import Habits
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.dice import parse
from rules.kernel.proof import Proof, Seal, Verdict, check
from rules.kernel.requests import Draw, Roll
from rules.kernel.table import Table
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_mastered_channel import MASTER, a_mine
from tests.bot.a_proof import must_be_recorded
from tests.bot.a_table import ALA, CHANNEL, a_house, an_interaction
from tests.bot.parlour import Heard, Parlour, ParlourRules
from tests.bot.toy_game import GREED


@pytest.fixture
async def mine(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala digs; the dice for it are thrown on the real table."""
    async with a_mine(tmp_path, by_hand=True) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        yield channel


class DiceParlour(ParlourRules):
    """Throws dice of these codes one after the other, and says what they came to."""

    rolls: tuple[str, ...] = ("parlour",)
    draws: tuple[str, ...] = ()

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__()
        self._codes = codes

    def stage(self, table: Table, state: Parlour) -> None:
        """One throw after the other."""
        for code in self._codes:
            table.tell(Heard("parlour", str(int(table.roll(code, "parlour.dice")))))
        state.over = True


async def a_parlour(channel: Channel) -> None:
    """Ala's table, which throws by hand."""
    await channel.command("Ala", "game new")
    await channel.command("Ala", "table", **{"whose-dice": "hand"})
    await channel.press("Ala", "Zaczynamy")


async def test_several_dice_are_typed_into_a_form(mine: Channel) -> None:
    """The question says which dice; the story shows the hand."""
    asked = mine.story()
    form = await mine.press("Bartek", "Wpisz oczka…")
    sent = await mine.submit("Bartek", form, "3 5")

    assert "Rzućcie 2K6" in asked
    assert "**Bartek** → 3 i 5" in sent.text
    assert "2K6: **3 + 5 → 8** ✋" in mine.story()


async def test_a_correction_before_a_die_names_it(mine: Channel) -> None:
    """The game master reads which dice come first, and what can be done."""
    said = (await mine.command(MASTER, "gm set", what="gold", value="33", sure=True)).text

    assert "2K6" in said
    assert "Spróbuj przy następnym wyborze" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3", "2K6 to 2 kości"),
        ("3 7", "Każda kość pokazuje od 1 do 6."),
        ("3 5 1", "Nic nie zostało zapisane."),
        ("orzeł", "liczb"),
        ("2d6", "liczb"),
        ("1d6: 3", "Teraz chodzi o 2K6, nie o 1K6."),
        ("2d9: 3 5", "„2d9” nie wygląda na kod rzutu."),
    ],
)
async def test_wrong_dice_change_nothing(mine: Channel, typed: str, said: str) -> None:
    """Too few, a seven, too many, no number: one kind sentence each, and the dice are still waited for."""
    before = mine.story()
    refused = await mine.command("Ala", "dice", what=typed)

    assert refused.kind == "ephemeral"
    assert said in refused.text
    assert mine.story() == before


@pytest.mark.parametrize("typed", ["2d6: 3 5", "2K6 = 3 + 5", "2k6 3,5", "35", "2k6 35"])
async def test_the_code_may_stand_before_the_dice(mine: Channel, typed: str) -> None:
    """As the question writes it, or as it is written elsewhere."""
    await mine.command("Bartek", "dice", what=typed)

    assert "2K6: **3 + 5 → 8** ✋" in mine.story()


async def test_the_bot_throws_after_all(mine: Channel) -> None:
    """By the sealed seed: no hand beside the dice."""
    await mine.press("Bartek", "🎲 Niech rzuci bot")

    assert "2K6: **" in mine.story()
    assert "✋" not in mine.story()


async def test_the_game_master_throws_for_the_table(mine: Channel) -> None:
    """``/dice`` is for everybody at the table, and for nobody else."""
    stranger = await mine.command("Darek", "dice", what="1 1")
    done = await mine.command(MASTER, "dice", what="4 4")

    assert "nie ma dla ciebie miejsca" in stranger.text
    assert done.text == "✋ Zapisane: 4 i 4."
    assert "2K6: **4 + 4 → 8** ✋" in mine.story()


async def test_a_ruling_on_dice_leaves_the_open_roll_open(mine: Channel) -> None:
    """``/gm roll`` is about dice that fell; those that a hand is to throw are answered by ``/dice``."""
    refused = await mine.command(MASTER, "gm roll", dice="6 6", sure=True)

    assert refused.text.startswith("Na tym etapie nie padła jeszcze żadna kość.")
    assert "Rzućcie 2K6" in mine.asking()[-1].text


async def test_a_single_die_has_six_buttons(tmp_path: Path) -> None:
    """Also a 1K3, of which the natural die is entered: a five counts three."""
    async with a_channel(tmp_path, DiceParlour(["1K6", "1K3"])) as channel, channel.bot_up():
        await a_parlour(channel)
        first = [button.label for button in channel.hands.messages(HERE, "Ala")[-1].buttons]
        await channel.press("Ala", "4")
        half = channel.hands.messages(HERE, "Ala")[-1].text
        await channel.press("Ala", "5")
        story = (await channel.command("Ala", "story")).text

        assert first == ["1", "2", "3", "4", "5", "6", "🎲 Niech rzuci bot", "🎲 I resztę też", "?"]
        assert "1K3 rzuca się zwykłą kością" in half
        assert "1K6: **4** ✋" in half
        assert "1K3: **3** ✋" in story


async def test_the_bot_rolls_the_rest(tmp_path: Path) -> None:
    """One press for all dice until somebody must decide; what was thrown by hand stays."""
    async with a_channel(tmp_path, DiceParlour(["1K6", "2K6", "1K3"])) as channel, channel.bot_up():
        await a_parlour(channel)
        await channel.press("Ala", "4")
        await channel.press("Ala", "🎲 I resztę też")
        story = (await channel.command("Ala", "story")).text

        assert "1K6: **4** ✋" in story
        assert story.count("✋") == 1
        assert not channel.asking()


async def test_several_rolls_at_once(tmp_path: Path) -> None:
    """Dice that are left over go to the rolls that follow."""
    async with a_channel(tmp_path, DiceParlour(["1K6", "2K6", "1K3"])) as channel, channel.bot_up():
        await a_parlour(channel)
        too_many = await channel.command("Ala", "dice", what="3 5 1 6 2")
        too_few = await channel.command("Ala", "dice", what="3 5")
        noted = await channel.command("Ala", "dice", what="3 5 1 6")
        story = (await channel.command("Ala", "story")).text

        assert "Kości, które pasują: 1; następny rzut to 2K6, a zostało na niego: 1." in too_few.text
        assert noted.text.splitlines()[0] == "✋ Zapisane: 3, 5, 1 i 6."
        assert len(noted.text.splitlines()) == 4  # and what each of the three rolls took of them
        assert "Nic nie zostało zapisane." in too_many.text
        assert "1K6: **3** ✋" in story
        assert "2K6: **5 + 1 → 6** ✋" in story
        assert "1K3: **3** ✋" in story


class DiceAndAQuestion(DiceParlour):
    """The same, and then Ala is asked something."""

    def stage(self, table: Table, state: Parlour) -> None:
        """All the throws, and a choice."""
        super().stage(table, state)
        table.choose("s1", "mine.loop", GREED)


async def test_any_dice_of_the_stage_can_be_ruled(tmp_path: Path) -> None:
    """The preview has a menu of the others; numbers that were typed go with the choice."""
    async with a_channel(tmp_path, DiceAndAQuestion(["1K6", "2K6", "1K3"])) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        last = await channel.command(MASTER, "gm roll")
        assert last.message is not None
        earlier = [option["label"] for option in last.message.selects[0].options]
        first = await channel.pick(MASTER, last.message, 0, earlier[-1])
        two = await channel.pick(MASTER, first.message, 0, earlier[0])
        await channel.press(MASTER, "Zrób to")

        assert [label.split(":")[0] for label in earlier] == ["2. 2K6", "3. 1K6"]
        assert "Jeszcze raz: 1K6" in first.text
        assert "Jeszcze raz: 2K6" in two.text
        assert "Mistrz gry każe rzucić jeszcze raz" in channel.story()


async def test_the_proof_before_and_after_the_end(mine: Channel) -> None:
    """First the seal and whose dice they were; after the end everything, with the file and the verdict on it."""
    await mine.command("Ala", "dice", what="3 5")
    await mine.command("Bartek", "answer", value="dig-s2")
    await mine.press("Ala", "🎲 Niech rzuci bot")
    early = await mine.command("Ala", "dice", what="dowód")
    await mine.command("Ala", "game end", sure=True)
    late = await mine.hands.slash("Bartek", HERE, "dice", {"what": "proof"})
    late = await mine.hands.follow(late) if late.kind == "thinking" else late

    assert "do tej pory: **1**; rzucone ręką: **1** ✋" in early.text
    assert late.message is not None
    assert "wszystko przeliczone i zgodne z pieczęcią" in late.message.text.casefold()
    assert "Rzucone ręką: **1** ✋" in late.message.text
    assert "Etapy w pliku: **2**." in late.message.text
    assert "Z samego pliku nie wynika" in late.message.text
    assert late.message.attachments[0]["filename"].startswith("labirynt-")


@pytest.mark.parametrize("language", LOCALES)
def test_the_longest_verdict_fits_into_a_message(language: str) -> None:
    """Of many seeds the first, which was shown when the game began, and the last ones are in it."""
    later = tuple(Seal(f"{nth:064}", "e" * 64) for nth in range(63))
    proof = Proof(game="toy", version=1, commitment="f" * 64, seed="f" * 64, stages=(), later=later)
    verdict = Verdict(60_000, 60_000, ("fault " * 60,) * 99, 60_000, 64, 5_000, proof.seals)

    said = "\n".join(verdict_in_words(Narrator(language), proof, verdict))

    assert len(said) <= 2000
    assert "f" * 64 in said
    assert f"{62:064}" in said


async def test_what_the_bot_throws_in_a_hands_place_is_proven(tmp_path: Path) -> None:
    """Such a die is the seed's at that place of the chain, like any other."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, depth="1")

        async def by_hand(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="hand"))

        game_id, sessions = standing.record.id, house.sessions
        await sessions.change(game_id, None, by_hand)
        open_roll = (await house.press(standing, ALA, "dig-s1")).standing
        fallen = (await rulings.let_fall(sessions, game_id, ALA, an_interaction(), open_roll.address)).standing
        again = (await house.press(fallen, ALA, "dig-s1")).standing
        thrown = (await rulings.let_fall(sessions, game_id, ALA, an_interaction(), again.address)).standing
        voting = (await house.press(thrown, ALA, "descend")).standing
        await house.press(voting, ALA, "keep")

        verdict = check(msgspec.json.decode(msgspec.json.encode(await sessions.proof(game_id)), type=Proof))
        assert await must_be_recorded(sessions, game_id) > 0
        assert isinstance(open_roll.waiting, Roll)
        assert isinstance(again.waiting, Roll)
        assert verdict.faults == ()
        assert (verdict.human, verdict.fair >= 2) == (0, True)


async def test_a_quick_start_leaves_dice_to_the_hands(tmp_path: Path) -> None:
    """The bot chooses; what the table throws itself it throws in the set-up, too, and nobody else is asked for long."""
    async with a_house(tmp_path / "db", DiceParlour(["1K6", "2K6"])) as house:
        lobby = await house.lobby(ALA)

        async def by_hand(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="hand"))

        await house.sessions.change(lobby.record.id, None, by_hand)
        begun = await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)
        thrown, _ = await rulings.type_dice(house.sessions, begun.standing.record.id, ALA, an_interaction(), [3, 2, 4])

        assert isinstance(begun.standing.waiting, Roll)
        assert thrown.standing.record.phase == "ended"


async def test_a_quick_start_with_real_dice_chooses_between_them(tmp_path: Path) -> None:
    """Of the flagship: until the first segment only dice and draws are asked for, by as many rows as one likes."""
    async with a_house(tmp_path / "db", load("labirynt-smierci")) as house:
        lobby = await house.lobby(ALA)

        async def by_hand(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="hand", drawn=("setup.hero",)))

        await house.sessions.change(lobby.record.id, None, by_hand)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
        asked = []
        while standing.address.stage == 0:
            waiting = standing.waiting
            asked.append(type(waiting))
            if isinstance(waiting, Roll):
                count = parse(waiting.code).count
                answer = rulings.type_dice(house.sessions, standing.record.id, ALA, an_interaction(), [3] * count)
                standing = (await answer)[0].standing
            else:
                assert isinstance(waiting, Draw)
                standing = (await house.press(standing, ALA, next(iter(waiting.pile)))).standing

        assert {Roll, Draw} == set(asked)
        assert standing.record.phase == "playing"


async def test_a_die_that_nobody_threw_is_not_in_the_proof(tmp_path: Path) -> None:
    """The table is closed while it waits for Ala's hand: neither that die nor what it would have brought is told."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)

        async def by_hand(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="hand"))

        await house.sessions.change(standing.record.id, None, by_hand)
        await house.press(standing, ALA, "dig-s1")
        await house.sessions.end(CHANNEL, ALA, an_interaction())
        proof = await house.sessions.proof(standing.record.id)

        assert [line.why for line in proof.stages[-1].lines] == ["mine.next"]
        assert (check(proof).fair, check(proof).faults) == (0, ())
