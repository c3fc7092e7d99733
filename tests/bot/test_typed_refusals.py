"""What typed words are refused with: several that fit, or somebody else's turn; and what one was told lately."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.requests import PARTY, Action, Choose, ChooseSome, NextAction, Option, Request, Seat
from rules.kernel.saving import Codec
from rules.kernel.table import Table
from tests.bot.a_channel import HERE, a_channel, a_table
from tests.bot.a_den import Den, heard
from tests.bot.parlour import DOORS, DRINKS, Parlour, ParlourRules, a_long_choice

GO = Option("go", "go")

# Several fit -------------------------------------------------------------------------------------------------


def moves_and_gifts(state: Parlour) -> Request[object]:
    """To the same place by a roll or a step; a drink is poured for either of two."""
    drink = Choose(who=PARTY, why="parlour.drink", options=DRINKS)
    ways = [Action(PARTY, Option(f"{way}:E6", f"{way} E6")) for way in ("rzut", "krok")]
    gifts = [Action(PARTY, Option(f"pour:{whom}", f"nalej {whom}"), drink) for whom in ("Jarowi", "Lutce")]
    return NextAction(who=PARTY, why="next", actions=(*ways, *gifts))


SEVERAL = [
    ("E6", "„E6” pasuje do kilku możliwości: rzut E6 i krok E6. Napisz dokładniej, o którą chodzi."),
    (
        "nalej mead",
        "„nalej” pasuje do kilku możliwości: nalej Jarowi i nalej Lutce. Napisz dokładniej, o którą chodzi.",
    ),
]


@pytest.mark.parametrize(("typed", "said"), SEVERAL)
async def test_what_fits_several_is_not_said_to_be_impossible(tmp_path: Path, typed: str, said: str) -> None:
    """They are named, whether a value was to follow or not; a word more is enough."""
    async with a_table(tmp_path, ParlourRules(moves_and_gifts)) as channel:
        refused = await channel.answer("Ala", typed)
        await channel.answer("Ala", "krok E6")

        assert refused.text == said
        assert "**Ala** → krok E6" in channel.story()


async def test_of_very_many_that_fit_a_few_are_named(tmp_path: Path) -> None:
    """Sixty boxes begin alike."""
    async with a_table(tmp_path, ParlourRules(a_long_choice)) as channel:
        refused = await channel.answer("Ala", "box")

        assert "box-0, box-1, box-2, box-3, box-4 i …. Napisz" in refused.text


def beasts(game: Parlour) -> Request[Any]:
    """Whom to hunt; two of them are written nearly alike."""
    return Choose(who=PARTY, why="drink", options=(*map(a_beast, ("Wilkołak", "Hobgoblin", "Mara", "Mary")),))


def a_beast(name: str) -> Option:
    return Option(name.lower(), name)


NEAR = [("wilkolk", "Wilkołak"), ("hob gobln", "Hobgoblin")]


@pytest.mark.parametrize(("typed", "near"), NEAR)
async def test_a_slip_is_not_acted_on(tmp_path: Path, typed: str, near: str) -> None:
    """What it is nearly is named, and nothing happens before it is written right: in whatever letters, or begun."""
    async with a_table(tmp_path, ParlourRules(beasts)) as channel:
        before = channel.story()
        refused = await channel.answer("Ala", typed)
        untouched = channel.story()
        await channel.answer("Ala", near[:4].upper())

        assert refused.text.startswith(f"Nie rozumiem „{typed}”. Chodzi o: {near}?")
        assert untouched == before
        assert f"**Ala** → {near}" in channel.story()


async def test_a_name_that_is_written_right_is_that_name_alone(tmp_path: Path) -> None:
    """Whatever else is written nearly so."""
    async with a_table(tmp_path, ParlourRules(beasts)) as channel:
        await channel.answer("Ala", "mara")

        assert "**Ala** → Mara" in channel.story()


@pytest.mark.parametrize(("typed", "near"), [("nalje Jarowi mead", "nalej Jarowi"), ("nalej Jarowi meaad", "mead")])
async def test_a_slip_in_an_action_or_its_value_is_not_acted_on(tmp_path: Path, typed: str, near: str) -> None:
    """Each is named where it is."""
    async with a_table(tmp_path, ParlourRules(moves_and_gifts)) as channel:
        before = channel.story()
        refused = await channel.answer("Ala", typed)

        assert f"Chodzi o: {near}?" in refused.text
        assert channel.story() == before


async def test_a_slip_that_could_be_either_is_asked_about(tmp_path: Path) -> None:
    """As whatever else fits several; what is like nothing is refused as ever."""
    async with a_table(tmp_path, ParlourRules(beasts)) as channel:
        either = await channel.answer("Ala", "marq")
        nothing = await channel.answer("Ala", "smok")

    assert either.text == "„marq” pasuje do kilku możliwości: Mara i Mary. Napisz dokładniej, o którą chodzi."
    assert nothing.text.startswith("Nie da się teraz wybrać „smok”.")


# Out of turn -------------------------------------------------------------------------------------------------


async def test_who_types_out_of_turn_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    """What Ala alone can do, what means nothing, and an answer to what she is asked in secret."""
    async with a_channel(tmp_path, Den()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        known, unknown = [(await channel.answer("Bartek", typed)).text for typed in ("go", "xyzzy")]
        await channel.answer("Ala", "go")
        hidden = (await channel.answer("Bartek", "xyzzy")).text
        things = (await channel.command("Bartek", "things")).text

        assert known == "Teraz może to zrobić tylko Ala."
        assert unknown == hidden == "To pytanie nie do ciebie – czekamy na: Ala."
        assert things.endswith("⏳ Czekamy na: Ala.")


async def test_an_open_question_to_another_is_told_whose_it_is(tmp_path: Path) -> None:
    """A door that Ala chooses Bartek can name as well as he likes."""
    of_ala = ParlourRules(lambda state: Choose(who="s1", why="door", options=DOORS))
    async with a_table(tmp_path, of_ala, "Ala", "Bartek") as channel:
        refused = await channel.answer("Bartek", "A")
        door = channel.asking()[-1].buttons[1]
        pressed = await channel.press("Bartek", door.label)

        assert refused.text == pressed.text == "To pytanie nie do ciebie – czekamy na: Ala."


# Exactly so many ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "title"), [(1, 1, "Wybierz 1"), (2, 2, "Wybierz 2"), (1, 2, "Wybierz od 1 do 2")]
)
async def test_how_many_are_to_be_picked(tmp_path: Path, least: int, most: int, title: str) -> None:
    """A range where there is one."""
    rules = ParlourRules(lambda state: ChooseSome(who=PARTY, why="doors", options=DOORS, least=least, most=most))
    async with a_table(tmp_path, rules) as channel:
        assert channel.hands.messages(HERE, "Ala")[-1].selects[0].placeholder == title


# Lately ------------------------------------------------------------------------------------------------------


class Night(Parlour):
    """Watches are kept in turn."""

    watch: int = 0


class Watches(ParlourRules):
    """Each watch is a stage of its own, and who keeps it hears something."""

    def __init__(self) -> None:
        super().__init__()
        codec = Codec(Night, self.schema)
        self.encode = codec.encode  # type: ignore[assignment]  # its own state
        self.decode = codec.decode
        self.matches = codec.matches

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Night:
        """Before the first watch."""
        return Night(tuple(seats))

    def stage(self, table: Table, state: Parlour) -> None:
        """One watch."""
        assert isinstance(state, Night)
        seat = state.seats[state.watch % len(state.seats)]
        table.choose(seat, "watch", (GO, Option("nap", "nap")))
        table.tell(heard(f"szmer-{state.watch}"), to=(seat,))
        state.watch += 1


async def test_what_was_told_a_round_ago_is_no_news(tmp_path: Path) -> None:
    """Ala still reads what her last watch brought when her next begins; after that only what this one brought."""
    async with a_channel(tmp_path, Watches()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.answer("Ala", "go")
        await channel.answer("Bartek", "go")
        before = (await channel.command("Ala", "things")).text
        await channel.answer("Ala", "go")
        after = (await channel.command("Ala", "things")).text

        assert ["szmer-0" in before, "szmer-1" in before] == [True, False]
        assert ["szmer-0" in after, "szmer-2" in after] == [False, True]
