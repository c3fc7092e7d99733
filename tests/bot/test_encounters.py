"""``/gm now``: only a part of the game by the bot, in one line or by a form, and what it answers to everything else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_mastered_channel import MASTER, a_mine

CALL = "gm now"


@pytest.fixture
async def labyrinth(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's party of four stands at the entrance, Celina is its game master."""
    async with a_party(tmp_path) as channel:
        yield channel


@contextlib.asynccontextmanager
async def a_party(
    folder: Path, *, started: bool = True, options: str = "heroes=2 apprentices=2"
) -> AsyncIterator[Channel]:
    """The same, or still in the lobby, or with these options."""
    async with a_channel(folder, load("labirynt-smierci")) as channel, channel.bot_up(lambda: bytes(range(32))):
        await channel.command("Ala", "game new", options=options)
        await channel.command("Ala", "gm appoint", member=MASTER)
        if started:
            await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
            await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
            await channel.hands.settled()
        yield channel


def ways(channel: Channel) -> list[str]:
    """The buttons of the open question, in any order: the room on the screen decides that."""
    [prompt] = channel.asking()
    return sorted(button.label for button in prompt.buttons)


async def members(channel: Channel) -> list[str]:
    """Who may be hurt, by what is offered."""
    offered = await channel.hands.complete(MASTER, HERE, CALL, {"what": "pułapka "}, focused="what")
    names = [choice.value.removeprefix("pułapka ") for choice in offered if choice.value.startswith("pułapka ")]
    return [name for name in names if name.strip()]


async def test_a_fight_is_called_for_in_one_line(labyrinth: Channel) -> None:
    """Of several kinds and another level than the party's: the table hears who comes, and is asked for orders."""
    done = await labyrinth.command(MASTER, CALL, what="walka 2 trolle i zły mag, poziom 2", sure=True)

    assert "Gotowe" in done.text
    assert labyrinth.is_asked()
    told = await labyrinth.command(MASTER, "story")
    assert "stawia przed drużyną (poziom 2): **2 trolle i czarnoksiężnik**" in told.text
    assert "3 potwory" in told.text


async def test_it_is_understood_in_english_too(labyrinth: Channel) -> None:
    """Whatever the table speaks."""
    await labyrinth.command(MASTER, CALL, what="a fight now with 2 orcs, level 3", sure=True)

    told = await labyrinth.command(MASTER, "story")
    assert "2 orki" in told.text


@pytest.mark.parametrize(
    ("strength", "line", "said", "unsaid"),
    [
        ("1", "pułapka 4", "To skończy grę", "Kości"),
        ("2", "pułapka 5", "To może skończyć grę.** | Kości padną dopiero", "To skończy"),
        ("8", "pułapka 4", "", "skończy | Kości | pytanie"),
        ("8", "2 trolle", "Kości padną dopiero, gdy to zrobisz. Stół dostanie wtedy pytanie.", "kończy"),
    ],
)
async def test_a_preview_says_what_follows_and_whether_it_ends_the_game(
    tmp_path: Path, strength: str, line: str, said: str, unsaid: str
) -> None:
    """One hero is left: dice and a question are announced only where they come; a look changes nothing."""
    async with a_party(tmp_path, options="heroes=1 apprentices=0") as channel:
        (hero,) = await members(channel)
        await channel.command(MASTER, "gm set", what=f"{hero} siła {strength}", sure=True)
        before = channel.story()
        what = f"{line} na {hero}" if "pułapka" in line else line
        shown = await channel.command(MASTER, CALL, what=what)

        assert all(part in shown.text for part in said.split(" | ")), shown.text
        assert not any(part in shown.text for part in unsaid.split(" | ")), shown.text
        assert "Po cichu się tego nie zrobi" in shown.text
        assert channel.story() == before


async def test_a_preview_of_dice_says_whether_they_end_the_game(tmp_path: Path) -> None:
    """The last hero has survived boiling oil; with other wounds he would not."""
    async with a_party(tmp_path, options="heroes=1 apprentices=0") as channel:
        (hero,) = await members(channel)
        await channel.command(MASTER, "gm set", what=f"{hero} siła 3", sure=True)
        await channel.command(MASTER, CALL, what=f"pułapka 5 na {hero}", sure=True)
        small, big = [await channel.command(MASTER, "gm roll", dice=dice) for dice in ("1", "6")]
        again = await channel.command(MASTER, "gm roll")

        assert "Gotowe" not in channel.story()
        assert "grę" not in small.text
        assert "To może skończyć grę" in again.text
        assert "To skończy grę" in big.text


async def test_place_understands_the_same_words(labyrinth: Channel) -> None:
    """Also where the line fills both fields of the command."""
    done = await labyrinth.command(MASTER, "gm place", what="2 trolle,", value="poziom 2", sure=True)

    assert "Gotowe" in done.text, done.text
    assert "stawia przed drużyną (poziom 2): **2 trolle**" in labyrinth.story()


async def test_after_it_the_party_goes_on_where_it_was(labyrinth: Channel) -> None:
    """A harpy that nobody fears: when it is over, the party stands at the entrance, and the next one may come."""
    before = ways(labyrinth)
    await labyrinth.command(MASTER, CALL, what="walka harpia siła 1", sure=True)
    while ways(labyrinth) != before:
        await labyrinth.press("Ala", "⭐")
    again = await labyrinth.command(MASTER, CALL, what="negocjacje 2 orki", sure=True)

    assert "Gotowe" in again.text


async def test_a_trap_meets_who_is_named_in_any_form(labyrinth: Channel) -> None:
    """By its number in the table; the question is asked anew."""
    name = (await members(labyrinth))[0]
    done = await labyrinth.command(MASTER, CALL, what=f"pułapka 5 na {name}", sure=True)

    assert "Gotowe" in done.text
    assert "trafia na pułapkę!" in labyrinth.story()
    assert "wrzący olej" in labyrinth.story().casefold()


async def test_place_refuses_a_negative_number_too(labyrinth: Channel) -> None:
    """In one field or in two."""
    in_one = await labyrinth.command(MASTER, "gm place", what="2 orki z -5 złota", sure=True)
    in_two = await labyrinth.command(MASTER, "gm place", what="2 orki", value="poziom -2", sure=True)

    assert "Liczby ujemnej (-5)" in in_one.text
    assert "Liczby ujemnej (-2)" in in_two.text


async def test_the_kind_of_a_treasure_is_for_the_game_master(labyrinth: Channel) -> None:
    """The preview names it; the story tells what is found."""
    shown = await labyrinth.command(MASTER, CALL, what="skarb K")

    assert "K" in shown.text.splitlines()[0]
    assert "(K)" not in shown.text.partition("Stół usłyszy")[2]


async def test_while_monsters_wait_they_are_the_question(labyrinth: Channel) -> None:
    """Nobody else is called; the refusal says what is asked, and what can be placed."""
    await labyrinth.command(MASTER, CALL, what="spotkanie 3 orki siła 4", sure=True)
    refused = await labyrinth.command(MASTER, CALL, what="wykup", sure=True)

    assert refused.text.startswith("Nie teraz: najpierw odpowiedź na otwarte pytanie ")
    assert "\nJuż teraz możesz położyć (`/mg połóż`): Dołóż segment" in refused.text


async def test_in_a_fight_nothing_is_called_for(labyrinth: Channel) -> None:
    """The orders come first."""
    await labyrinth.command(MASTER, CALL, what="walka 2 trolle siła 30", sure=True)
    refused = await labyrinth.command(MASTER, CALL, what="pułapka", sure=True)

    assert "najpierw odpowiedź na otwarte pytanie" in refused.text
    assert "\nDo tego czasu niczego nie można położyć na stole." in refused.text


async def test_of_two_at_once_one_counts(labyrinth: Channel) -> None:
    """The other is told what is asked now."""
    both = await asyncio.gather(
        *(
            labyrinth.hands.slash(MASTER, HERE, CALL, {"what": "spotkanie 3 orki siła 4", "sure": True})
            for _ in range(2)
        )
    )
    await labyrinth.hands.settled()
    texts = sorted([(await labyrinth.hands.follow(one) if one.kind == "thinking" else one).text for one in both])

    assert [text.split()[0] for text in texts] == ["Nie", "✍️"]
    assert labyrinth.story().count("stawia przed drużyną") == 1


@pytest.mark.parametrize("who", ["Ala", "Bartek"])
async def test_nobody_but_the_game_master_calls(labyrinth: Channel, who: str) -> None:
    """Neither players nor guests; nothing is completed for them either."""
    refused = await labyrinth.command(who, CALL, what="walka 2 trolle", sure=True)
    offered = await labyrinth.hands.complete(who, HERE, CALL, {"what": "walka"}, focused="what")

    assert (refused.text, offered) == ("To może tylko mistrz gry tego stołu.", [])


async def test_before_and_after_the_game_there_is_nobody_to_meet(tmp_path: Path) -> None:
    """In the lobby, and when the table is closed."""
    async with a_party(tmp_path, started=False) as channel:
        before = await channel.command(MASTER, CALL, what="walka 2 trolle", sure=True)
        await channel.command("Ala", "game end", sure=True)
        after = await channel.command(MASTER, CALL, what="walka 2 trolle", sure=True)

    assert before.kind == after.kind == "ephemeral"
    assert "zsyła" not in channel.story()


async def test_a_game_without_such_parts_says_so(tmp_path: Path) -> None:
    """And where one places things instead."""
    async with a_mine(tmp_path) as mine:
        refused = await mine.command(MASTER, CALL, what="walka 2 trolle", sure=True)

    assert "`/mg połóż`" in refused.text


async def test_without_a_line_there_are_forms(labyrinth: Channel) -> None:
    """Which of the two, then its fields; what is left as it is need not be looked at."""
    first = await labyrinth.command(MASTER, CALL)
    labels = [button.label for button in first.message.buttons]  # type: ignore[union-attr]  # it is there
    labels += [option["label"] for menu in first.message.selects for option in menu.options]  # type: ignore[union-attr]  # it is there

    assert [label.partition(":")[0] for label in labels] == ["Potwory", "Pułapka", "Skarb", "Znalezisko"]


async def test_after_a_level_nobody_is_named(labyrinth: Channel) -> None:
    """The line is whole."""
    choices = await labyrinth.hands.complete(MASTER, HERE, CALL, {"what": "walka 2 trolle poziom 2"}, focused="what")

    assert [choice.name for choice in choices] == ["od razu walka: 2 trolle (poziom 2)"]


async def test_during_the_set_up_its_question_is_named(tmp_path: Path) -> None:
    """Nobody has set out yet."""
    async with a_party(tmp_path, started=False) as channel:
        await channel.press("Ala", "Zaczynamy")
        refused = await channel.command(MASTER, CALL, what="walka 2 trolle", sure=True)

    assert refused.text.startswith("Nie teraz: najpierw odpowiedź na otwarte pytanie ")


@pytest.mark.parametrize(
    "line",
    ["x" * 200, "🐉🐉🐉", "walka " + "9" * 190, "walka " + "a i " * 45, "pułapka 4 na ☠️ @everyone", ", , ;", "walka 2"],
)
async def test_nothing_typed_breaks_it(labyrinth: Channel, line: str) -> None:
    """One sentence, whatever it is."""
    before = labyrinth.story()
    refused = await labyrinth.command(MASTER, CALL, what=line, sure=True)
    await labyrinth.hands.complete(MASTER, HERE, CALL, {"what": line}, focused="what")

    assert refused.kind == "ephemeral"
    assert 0 < len(refused.text) < 2000
    assert "Coś się u mnie zepsuło" not in refused.text
    assert labyrinth.story() == before


async def test_a_player_with_several_heroes_is_asked_which(labyrinth: Channel) -> None:
    """The refusal names that player's heroes alone; of a player with one it is that one."""
    refused = await labyrinth.command(MASTER, CALL, what="pułapka 5 na Alę")
    names = await members(labyrinth)

    assert "Alę" in refused.text or "ala" in refused.text.casefold()
    assert [name for name in names if name in refused.text]


async def test_the_only_monster_is_sent_away_by_name(labyrinth: Channel) -> None:
    """As one of several is; then nobody is there."""
    await labyrinth.command(MASTER, CALL, what="spotkanie 1 troll", sure=True)
    gone = await labyrinth.command(MASTER, "gm set", what="troll odchodzi", sure=True)

    assert "Gotowe" in gone.text, gone.text
