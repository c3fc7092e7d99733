"""What a game master may rule now, what it would do before it is done, and whispers that leave no trace."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from bot.acts import ruling_preview, rulings
from bot.discord.client import Labirynt
from bot.discord.sitting import Sitting
from bot.playground.seen import Message
from rules.games import all_games, load
from rules.kernel.autopilot import anything
from rules.kernel.corrections import rulable
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Roll
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.a_mastered_channel import LUCK, MASTER, a_mine
from tests.bot.a_table import an_interaction
from tests.bot.offered_rulings import corrections
from tests.sampled import first_of

WHISPERS = (8, 25)
"""So many whispers in each game, in `make test` and in `make soak`."""


@pytest.fixture
async def mine(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala has dug in the first gallery."""
    async with a_mine(tmp_path) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        yield channel


def written(channel: Channel, since: int) -> list[str]:
    """What the bot has written to the channel, which is not answered to one person alone."""
    return [" ".join(one) for one in channel.posts()[since:] if one[1].startswith("/channels") and one[0] != "GET"]


def shown(channel: Channel) -> Message:
    """The newest that the game master sees."""
    return channel.hands.messages(HERE, MASTER)[-1]


# Before it is done -----------------------------------------------------------------------------------------


async def test_a_ruling_is_shown_before_it_is_done(mine: Channel) -> None:
    """Before → after and what the table would hear; nothing has happened until the button is pressed."""
    before = mine.story()
    seen = await mine.command(MASTER, "gm set", what="gold", value="33")
    after_looking = mine.story()
    done = await mine.press(MASTER, "Zrób to")

    assert seen.kind == "ephemeral"
    assert "gold → 33" in seen.text
    assert "Stół usłyszy: GoldSet" in seen.text
    assert after_looking == before
    assert done.text.startswith("✍️ Gotowe: gold → 33")
    assert "GoldSet" in mine.story()


async def test_the_preview_is_one_message(mine: Channel) -> None:
    """Panel, preview and what was done stand one after the other in the same one."""
    so_far = len(mine.hands.messages(HERE, MASTER))
    await mine.command(MASTER, "gm set", what="gold")
    form = await mine.press(MASTER, "Inna liczba…")
    await mine.submit(MASTER, form, "77")
    await mine.press(MASTER, "🤫 Po cichu")

    assert len(mine.hands.messages(HERE, MASTER)) == so_far + 1
    assert "ani słowa: gold → 77" in shown(mine).text
    assert not shown(mine).buttons


async def test_the_preview_of_a_whisper_says_that_nobody_hears_it(mine: Channel) -> None:
    seen = await mine.command(MASTER, "gm set", what="gold", value="33", whisper=True)

    assert "stół nie usłyszy o tym ani słowa" in seen.text
    assert "Stół usłyszy" not in seen.text


async def test_a_slip_costs_nothing(mine: Channel) -> None:
    """Whoever leaves it has changed nothing."""
    await mine.command(MASTER, "gm set", what="gold", value="33")
    left = await mine.press(MASTER, "Zostaw")
    now = await mine.command(MASTER, "gm what")

    assert left.text == "Nic się nie zmieniło."
    assert "[0–99]" in now.text
    assert "GoldSet" not in mine.story()


async def test_who_is_sure_sees_no_preview(mine: Channel) -> None:
    """One command, and it is done."""
    done = await mine.command(MASTER, "gm set", what="gold", value="33", sure=True)

    assert done.text.startswith("✍️ Gotowe: gold → 33")


@patch("bot.discord.temporary_replies.TOKEN", 0.0)
async def test_a_preview_is_good_for_one_ruling(mine: Channel) -> None:
    """After another whisper at the same question it does not count any more, where it still stands."""
    first = await mine.command(MASTER, "gm set", what="gold", value="33")
    await mine.command(MASTER, "gm set", what="gold", value="44", whisper=True, sure=True)
    assert first.message is not None
    late = await mine.hands.press(MASTER, first.message, first.message.buttons[1].custom_id)

    assert "Gra poszła dalej" in late.text
    assert "gold → 33" not in (await mine.command(MASTER, "gm see")).text


async def test_a_preview_from_before_is_refused(mine: Channel) -> None:
    """The players have gone on since."""
    seen = await mine.command(MASTER, "gm set", what="gold", value="33")
    await mine.command("Ala", "answer", value="rest")
    assert seen.message is not None
    late = await mine.hands.press(MASTER, seen.message, seen.message.buttons[0].custom_id)

    assert "Gra poszła dalej" in late.text
    assert "GoldSet" not in mine.story()


async def test_only_the_game_master_presses(mine: Channel) -> None:
    """Somebody who forges the button, or has mastered before, is told so."""
    seen = await mine.command(MASTER, "gm set", what="gold", value="33")
    await mine.command(MASTER, "gm resign")
    assert seen.message is not None
    late = await mine.hands.press(MASTER, seen.message, seen.message.buttons[0].custom_id)

    assert late.text == "To może tylko mistrz gry tego stołu."


async def test_dice_are_looked_at_before_they_fall_again(mine: Channel) -> None:
    """Which dice, what they shall show, what is taken back with them; or left as they are."""
    await mine.command("Bartek", "answer", value="rest")
    before = mine.story()
    seen = await mine.command(MASTER, "gm roll", dice="1 1")
    kept = await mine.press(MASTER, "Zostaw")
    wrong = await mine.command(MASTER, "gm roll", dice="1 1 1")
    await mine.command(MASTER, "gm roll", dice="1 1")
    after_looking = mine.story()
    done = await mine.press(MASTER, "Zrób to")

    assert "2K6: " in seen.text
    assert "mają pokazać: 1 i 1" in seen.text
    assert "- odpowiedzi: Bartek (1)" in seen.text
    assert kept.text == "Nic się nie zmieniło."
    assert "2K6 to 2 kości" in wrong.text
    assert after_looking == before
    assert done.text.startswith("🎲 Kości pokazują to, co postanowiono.")
    assert "2K6: **1 + 1 → 2** ✋" in mine.story()


async def test_dice_that_others_have_gone_beyond_are_looked_at_anew(mine: Channel) -> None:
    """The preview said what would be lost; now it would be more."""
    seen = await mine.command(MASTER, "gm roll")
    await mine.command("Bartek", "answer", value="rest")
    assert seen.message is not None
    late = await mine.hands.press(MASTER, seen.message, seen.message.buttons[0].custom_id)

    assert "Gra poszła dalej" in late.text


async def test_the_last_dice_stand_in_the_list(mine: Channel) -> None:
    """One button shows what throwing them again would take back, and another does it."""
    await mine.command(MASTER, "gm what")
    seen = await mine.press(MASTER, "Powtórz ostatni rzut")
    done = await mine.press(MASTER, "🤫 Po cichu")

    assert "Jeszcze raz: " in seen.text
    assert "🎲 Rzut powtórzony." in done.text
    assert "rozstrzyga" not in mine.story()


# What may be ruled now -------------------------------------------------------------------------------------


async def test_all_that_can_be_ruled_is_listed_and_opened(tmp_path: Path) -> None:
    """In words, by whom it concerns; from the list it is opened, looked at and done in the same message."""
    async with a_game(tmp_path, "labirynt-smierci") as (channel, _):
        listed = await channel.command(MASTER, "gm what")
        assert listed.message is not None
        whom = listed.message.selects[0]
        hero = whom.placeholder
        pages = [listed.text, (await channel.press(MASTER, "Dalej")).text]
        await channel.press(MASTER, "Wstecz")
        gold = next(one["label"] for one in whom.options if one["label"].startswith("złoto"))
        await channel.pick(MASTER, shown(channel), 0, gold)
        await channel.press(MASTER, "50")
        seen = shown(channel).text
        await channel.press(MASTER, "Zrób to")

    assert f"**{hero}**: siła" in pages[0]
    assert "złoto (0) [0–9999]" in pages[0]
    assert "„Dokąd teraz?”" in pages[0]
    assert "**Na stół**: Potwory: postaw przed drużyną [Kto, Ilu" in pages[1]
    assert "**Drużyna**: szyk" in pages[1]
    assert f"{hero}: złoto 0 → 50" in seen
    assert f"**{hero}** – złoto: 0 → 50." in channel.story()


async def test_a_refusal_says_what_can_be_done(tmp_path: Path) -> None:
    """What is asked now, what can be set, what can be placed; about a wrong value one sentence is enough."""
    async with a_game(tmp_path, "labirynt-smierci") as (channel, _):
        unknown = await channel.command(MASTER, "gm place", what="smok")
        dice = await channel.command(MASTER, "gm roll", dice="9 9")
        wrong = await channel.command(MASTER, "gm set", what="adventure", value="-5")

    assert "„Dokąd teraz?” – czekamy na: Ala" in unknown.text
    assert "Można teraz poprawić (`/mg popraw`): " in unknown.text
    assert "Można teraz położyć (`/mg połóż`): Potwory: postaw przed drużyną" in unknown.text
    assert "„smok”" in unknown.text
    assert not any("czekamy na" in refused.text or "Można teraz" in refused.text for refused in (dice, wrong))


async def test_a_refusal_in_a_fight_says_what_can_be_done_after_it(tmp_path: Path) -> None:
    """What cannot be set at all is named; a number out of its range says whose it is."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: LUCK):
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.command("Ala", "game start", quick=True)
        calm = await channel.command(MASTER, "gm set", what="smok")
        await channel.command(MASTER, "gm now", what="walka 9 trolli, poziom 3", sure=True)
        fighting = await channel.command(MASTER, "gm place", what="segment")
        foe = (await channel.hands.complete(MASTER, HERE, "gm set", {"what": "troll"}, focused="what"))[0]
        many = await channel.command(MASTER, "gm set", what=foe.value, value="1000", sure=True)

        assert "Po walce" not in calm.text
        assert "Po walce: miejsce drużyny" in fighting.text
        assert many.text.startswith(f"{foe.name} – To musi być liczba")
        assert many.text != calm.text


async def test_before_anything_can_be_ruled_that_is_said(tmp_path: Path) -> None:
    """In the set-up nothing can be set right yet."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        refused = [await channel.command(MASTER, one) for one in ("gm what", "gm set", "gm place")]

    for one in refused:
        assert "Przy tym pytaniu niczego nie da się poprawić ani położyć" in one.text
        assert "czekamy na: Ala" in one.text


WAITING = {
    "labirynt-smierci": ("złoto", "40"),
    "labirynt-czarnoksieznika": ("Życi", "1"),
    "jaskinia": ("mieszki", "7"),
}


@pytest.mark.parametrize("game", WAITING)
async def test_a_ruling_at_real_dice_waits_and_can_be_taken_back(tmp_path: Path, game: str) -> None:
    """It is told that it waits; it stands in the list and survives a restart, until it is taken back."""
    line, value = WAITING[game]
    async with a_channel(tmp_path, load(game)) as channel:
        async with channel.bot_up(lambda: LUCK) as client:
            await channel.command("Ala", "game new", game=game)
            await channel.press("Bartek", "Dołącz")
            await channel.command("Ala", "gm appoint", member=MASTER)
            await channel.command("Ala", "table", **{"whose-dice": "hand"})
            await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
            await channel.hands.settled()
            for _ in range(20):
                if await _is_at_dice(client, channel):
                    break
                await channel.command(MASTER, "gm skip", sure=True)
            offered = await channel.hands.complete(MASTER, HERE, "gm set", {"what": line}, focused="what")
            more = await channel.command(
                MASTER, "gm set", what=offered[0].value, value="-1" if "czarno" in game else "+1"
            )
            looked = await channel.command(MASTER, "gm set", what=offered[0].value, value=value)
            await channel.press(MASTER, "Zrób to")
            screen = await channel.command(MASTER, "gm screen")
            told = channel.story()
        async with channel.bot_up(lambda: LUCK):
            listed = await channel.command(MASTER, "gm what")
            back = await channel.hands.complete(MASTER, HERE, "gm set", {"what": "Cofnij"}, focused="what")
            await channel.command(MASTER, "gm set", what=back[0].value, sure=True)
            empty = await channel.command(MASTER, "gm what")

    assert "⏳" in looked.text
    assert f"⏳ Czeka: {offered[0].name} → {value}" in screen.text
    assert "to jeszcze poczeka" in more.text.casefold()
    assert f"→ {value}**. ⏳" in told
    assert f"→ {value}" in listed.text.partition("Czeka na swoją chwilę")[2]
    assert "✍️ Mistrz gry cofa postanowienie: " in channel.story()
    assert "Czeka na swoją chwilę" not in empty.text


async def _is_at_dice(client: Labirynt, channel: Channel) -> bool:
    """Whether a die of somebody's hand is waited for, once the game proper has begun."""
    now = await client.service.sessions.standing(channel.playground.world.channel(HERE)["id"])
    assert now is not None
    rules = client.service.games[now.record.game]
    return isinstance(now.waiting, Roll) and not now.rulable and bool(rulable(rules, now.state, now=False).actions)


# Whispers --------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def a_game(folder: Path, game: str) -> AsyncIterator[tuple[Channel, Labirynt]]:
    """A real game, begun with what is usual; of rivals Ala and Bartek."""
    async with a_channel(folder, load(game)) as channel, channel.bot_up(lambda: LUCK) as client:
        await channel.command("Ala", "game new", game=game)
        if client.service.games[game].seats[0] > 1 or client.service.games[game].rivals:
            await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        await channel.hands.settled()
        yield channel, client


@pytest.mark.parametrize("whispers", first_of(WHISPERS, 1))
@pytest.mark.parametrize("game", all_games())
async def test_no_whisper_is_noticed(tmp_path: Path, game: str, whispers: int) -> None:
    """Whatever is whispered in a real game: nothing is posted or edited, no button changes; else it is refused.

    In the pinned line, which quotes the question, nothing changes either.
    """
    async with a_game(tmp_path, game) as (channel, client):
        client.posting.status.between = 0.0
        luck, done = Random(game), 0
        while done < whispers:
            done += await _whispered(channel, client, luck)
            for who in ("Ala", "Bartek"):
                await _as_usual(channel, who)


async def _whispered(channel: Channel, client: Labirynt, luck: Random) -> int:
    """Whisper one of all that can be ruled now, and look whether it shows; how many were tried."""
    sessions, user = client.service.sessions, int(channel.playground.world.person(MASTER)["user"]["id"])
    game_id = await sessions.at(int(channel.playground.world.channel(HERE)["id"]))
    try:
        offers = await corrections(sessions, game_id, user)
    except Refused:
        return 0
    action = luck.choice(offers.actions)
    answer: Any = None if action.ask is None else anything(action.ask, GM, luck.randrange)
    before, so_far = [one.data for one in channel.hands.messages(HERE, "Ala")], len(channel.posts())
    asked = await sessions.standing_of(game_id)
    with contextlib.suppress(Refused):
        seen = await ruling_preview.preview(sessions, game_id, user, action.option.id, answer)
        with contextlib.nullcontext() if seen.may_whisper else pytest.raises(Refused, match="gm_unwhispered"):
            await rulings.set_right(sessions, game_id, user, an_interaction(), action.option.id, answer, True)
    await client.posting.deliver(game_id, Sitting(aside=True))
    await channel.hands.settled()
    now = await sessions.standing_of(game_id)

    assert (now.address, now.asked_at) == (asked.address, asked.asked_at)
    assert written(channel, so_far) == [], (action.option.id, answer)
    assert [one.data for one in channel.hands.messages(HERE, "Ala")] == before
    return 1


async def _as_usual(channel: Channel, who: str) -> None:
    newest = channel.hands.messages(HERE, who)[-1]
    if any(AS_USUAL in button.label and not button.disabled for button in newest.buttons):
        await channel.press(who, AS_USUAL)


async def test_a_whisper_shows_after_a_restart_no_more_than_before(tmp_path: Path) -> None:
    """It was stored, and the bot went down before it could note that nothing is to be told."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel:
        async with channel.bot_up() as client:
            await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
            await channel.command("Ala", "gm appoint", member=MASTER)
            await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
            await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
            await channel.hands.settled()
            sessions = client.service.sessions
            game_id = await sessions.at(int(channel.playground.world.channel(HERE)["id"]))
            user = int(channel.playground.world.person(MASTER)["user"]["id"])
            await rulings.set_right(sessions, game_id, user, an_interaction(), "strength:c1", 1, True)
            before, so_far = [one.data for one in channel.hands.messages(HERE, "Ala")], len(channel.posts())
        async with channel.bot_up():
            await channel.hands.settled()

        assert written(channel, so_far) == []
        assert [one.data for one in channel.hands.messages(HERE, "Ala")] == before


async def test_what_would_be_asked_otherwise_is_not_whispered(tmp_path: Path) -> None:
    """Monsters before the party cannot come unnoticed: the button is shut, the command refused, nothing is stored."""
    async with a_game(tmp_path, "labirynt-smierci") as (channel, _):
        so_far = len(channel.posts())
        seen = await channel.command(MASTER, "gm place", what="monsters", value="Kto: ogr; Ilu: 1")
        refused = await channel.command(
            MASTER, "gm place", what="monsters", value="Kto: ogr; Ilu: 1", whisper=True, sure=True
        )
        assert seen.message is not None

        assert [button.disabled for button in seen.message.buttons] == [False, True, False]
        assert "Po cichu się tego nie zrobi" in seen.text
        assert "Po cichu się nie da" in refused.text
        assert written(channel, so_far) == []


async def test_the_way_back_before_a_fight_is_named(tmp_path: Path) -> None:
    """In the list of ``/undo``, and as a word to type; without a fight the word says so."""
    async with a_game(tmp_path, "labirynt-smierci") as (channel, _):
        none = await channel.command(MASTER, "undo", what="walka")
        await channel.command(MASTER, "gm now", what="walka 3 trolle, poziom 3", sure=True)
        await channel.press("Ala", "⭐")
        listed = (await channel.command(MASTER, "undo")).message
        typed = await channel.command(MASTER, "undo", what="walka")

    assert listed is not None
    labels = [option["label"] for option in listed.selects[0].options]
    assert [label for label in labels if label.startswith("⚔️ przed tą walką")] == labels[1:2]
    assert "nie ma początku żadnej walki" in none.text
    assert "To przepadnie" in typed.text
