"""The game master's screen: party, question, dice, notes and tables on one page, for nobody else's eyes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.commands.service import PEOPLE, Favourites
from bot.playground.seen import Button, Message
from rules.games import all_games, load
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.a_mastered_channel import LUCK, MASTER
from tests.bot.a_page import PIWNICA, Phone, Table, a_table_of_phones

MOST = 4000
"""Signs of all words of a message of cards (Discord: components/reference)."""


@contextlib.asynccontextmanager
async def a_game(folder: Path, rules: Any, *friends: str) -> AsyncIterator[Channel]:
    """Ala's table, begun with what is usual, and its game master."""
    async with a_channel(folder, rules) as channel, channel.bot_up(lambda: LUCK):
        channel.playground.add_person("Ewa", guild=PIWNICA.name)
        await channel.command("Ala", "game new", game=rules.name)
        for one in friends:
            await channel.press(one, "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        await channel.hands.settled()
        yield channel


def screen(channel: Channel) -> Message:
    """The page as the game master sees it."""
    return next(one for one in reversed(channel.hands.messages(HERE, MASTER)) if "Ekran mistrza gry" in one.text)


def named(page: Message, label: str) -> Button:
    """The button of this label."""
    return next(one for one in page.buttons if one.label == label)


async def test_all_is_on_one_page_and_stays_there(tmp_path: Path) -> None:
    """Party in ranks with strength and gold, the open question, the dice, the notes; 🔄 shows it as it is now."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        for _ in range(4):
            await channel.press("Ala", AS_USUAL)
        await channel.command(MASTER, "gm note", text="Ogr Hrum szuka topora")
        await channel.command(MASTER, "gm screen")
        first = screen(channel)
        hero = channel.hands.messages(HERE, MASTER)[-1].text.partition("### Szereg 1\n**")[2].partition("**")[0]
        await channel.command(MASTER, "gm set", what=f"{hero}: złoto", value="77", sure=True)
        await channel.hands.press(MASTER, screen(channel), named(first, "Odśwież").custom_id)
        await channel.hands.settled()
        now = screen(channel)

    for words in ("czekamy na: Ala", "### Szereg 1", "siła", "złoto", "Ogr Hrum szuka topora", "**Ostatnie rzuty**"):
        assert words in first.text
    assert first.ephemeral
    assert [alt for one in first.attachments if (alt := one["description"]) and alt in first.text] == []
    assert first.attachments
    assert now.id == first.id
    assert "złoto 77" in now.text


async def test_notes_stay_with_who_wrote_them(tmp_path: Path) -> None:
    """The next game master reads only notes of their own, on the screen and elsewhere."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await channel.command(MASTER, "gm note", text="Ogr Hrum szuka topora")
        await channel.command("Ala", "settings", **{"gm-role": "Owner"})
        await channel.command("Ala", "gm take")
        await channel.command("Ala", "gm note", text="Smok śpi")
        read = [(await channel.command("Ala", name)).text for name in ("gm notes", "gm see")]
        await channel.command("Ala", "gm screen")
        read += [one.text for one in channel.hands.messages(HERE, "Ala") if "Ekran mistrza gry" in one.text]

    assert [("Smok śpi" in text, "topora" in text) for text in read] == [(True, False)] * 3


async def test_the_dice_stand_there_with_what_the_rules_added(tmp_path: Path) -> None:
    """The strength of called monsters of the second level, as the story tells it."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await channel.command(MASTER, "gm now", what="walka 2 trolle, poziom 2", sure=True)
        await channel.command(MASTER, "gm screen")

        dice = screen(channel).text.partition("**Ostatnie rzuty**")[2]

    assert dice.count("dodatek poziomu") == 2


async def test_what_the_party_faces_stands_there_with_its_numbers(tmp_path: Path) -> None:
    """The tables' entry of each kind at its own level, and which spells are left to whom."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await channel.command(MASTER, "gm screen")
        before = screen(channel).text
        await channel.command(MASTER, "gm now", what="2 trolle, ork i gargoyl, poziom 2", sure=True)
        await channel.command(MASTER, "gm screen")
        during = screen(channel).text

    assert "Odporność" not in before
    for words in ("Troll", "Ork", "Gargoyl", "Zręczność", "Odporność", "Skarb", "regeneracja"):
        assert words in during
    assert during.count("Poziom: **2**") == 3
    assert len(during) <= MOST
    assert "czary" in before.lower()


async def test_tables_and_rulings_are_opened_from_it(tmp_path: Path) -> None:
    """A table on the screen itself, where it stays; rulings in a message; tables that one uses stand in front."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await channel.command(MASTER, "gm screen")
        page = screen(channel)
        tables = next(one for one in page.selects)
        trap = next(one["value"] for one in tables.options if one["label"] == "Pułapki")
        party = page.text
        await channel.hands.select(MASTER, page, tables.custom_id, [trap])
        shown = screen(channel).text
        await channel.hands.press(MASTER, screen(channel), named(screen(channel), "Odśwież").custom_id)
        stayed = screen(channel).text
        await channel.hands.press(MASTER, screen(channel), named(screen(channel), "Drużyna").custom_id)
        back = screen(channel).text
        page = screen(channel)
        ruled = await channel.hands.press(MASTER, page, named(page, "Co teraz wolno?").custom_id)
        await channel.command(MASTER, "lookup", table="bribe")
        await channel.command(MASTER, "lookup", table="bribe")
        await channel.hands.press(MASTER, screen(channel), named(page, "Odśwież").custom_id)
        await channel.hands.settled()
        labels = [one.label for one in screen(channel).buttons]

    asked = party.partition("\n### ")[2].partition("\n")[0]
    assert all("### " + asked in text and "1K6" in text and len(text) <= MOST for text in (shown, stayed))
    assert "Szereg 1" not in shown
    assert "Szereg 1" in back
    assert "Co teraz wolno mistrzowi gry" in ruled.text
    assert labels[:4] == ["Odśwież", "Co teraz wolno?", "Wykup", "Pułapki"]


async def test_it_is_for_the_game_master_alone(tmp_path: Path) -> None:
    """Others are told so, with a forged press as well; before the game there is nothing to see."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member=MASTER)
        early = await channel.command(MASTER, "gm screen")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        refused = await channel.command("Ala", "gm screen")
        await channel.command(MASTER, "gm screen")
        await channel.command(MASTER, "gm resign")
        page = screen(channel)
        presses = [await channel.hands.press(MASTER, page, one.custom_id) for one in page.buttons]

    assert "Ekran" not in early.text
    assert {one.text for one in (refused, *presses)} == {"To może tylko mistrz gry tego stołu."}


async def test_among_rivals_the_master_sees_what_each_hides_and_nobody_else_does(tmp_path: Path) -> None:
    """Both hands of Spells; nothing of it reaches the channel, and no player is shown the page."""
    rules = a_meeting(a_figure("rogue", NEAR, spells=["thought_dart"]), a_figure("friar", spells=["stillness"]))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new", game="jaskinia")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Zaczynamy")
        await channel.command(MASTER, "gm screen")
        page = screen(channel)
        refused = [await channel.command(one, "gm screen") for one in ("Ala", "Bartek")]
        seen = {one: " ".join(channel.texts(one)).casefold() for one in ("Ala", "Bartek")}

    assert "Potem: Bartek" in page.text
    assert "Co ukrywa Ala" in page.text
    assert "Co ukrywa Bartek" in page.text
    assert "grot myśl" in page.text.casefold()
    assert "bezruch" in page.text.casefold()
    assert {one.text for one in refused} == {"To może tylko mistrz gry tego stołu."}
    assert [who for who, text in seen.items() if "grot myśl" in text or "bezruch" in text] == []


@pytest.mark.parametrize("game", all_games())
async def test_it_fits_into_a_message(tmp_path: Path, game: str) -> None:
    """In each game, with as many as can play it, and a while into it."""
    rules = load(game)
    async with a_game(tmp_path, rules, *("Bartek", "Darek", "Ewa")[: min(rules.seats[1], 4) - 1]) as channel:
        for _ in range(3):
            await channel.command(MASTER, "gm skip", sure=True)
            await channel.command(MASTER, "gm note", text="uwaga " * 150)
        shown = await channel.command(MASTER, "gm screen")
        page = screen(channel)

    assert shown.kind in ("ephemeral", "thinking")
    assert 200 < len(page.text) <= MOST
    assert page.attachments


def test_favourites_forget_the_oldest() -> None:
    """Whoever has not looked for the longest is forgotten first."""
    known = Favourites()
    for user in range(PEOPLE + 1):
        known.note(user, "trap")
    known.note(PEOPLE, "trap")

    assert [known.times(user, "trap") for user in (0, 1, PEOPLE)] == [0, 1, 2]


async def press_before_a_refresh(table: Table, phone: Phone, label: str) -> None:
    """Press a button of the pane while a refresh is under way, whose edit comes before the answer to the press."""
    pane = phone.page.locator("#screen")
    button, asked, pressed = pane.get_by_role("button", name=label), asyncio.Event(), asyncio.Event()
    custom_id = await button.get_attribute("data-custom-id")

    async def refresh_first(route: Any) -> None:
        if custom_id in route.request.post_data:
            pressed.set()
            await pane.get_by_text("Jaro zwleka").first.wait_for(state="attached")
        else:
            asked.set()
            await pressed.wait()
        await route.continue_()

    await phone.page.route("**/press", refresh_first)
    noted = await table.channel.hands.slash(phone.who, PIWNICA.here, "gm note", {"text": "Jaro zwleka"})
    await phone.page.locator(f"#m-{noted.message.id}").wait_for(state="attached")
    await asked.wait()
    await button.click()


@pytest.mark.browser
async def test_in_the_page_it_is_a_pane_that_goes_on_by_itself(tmp_path: Path, browser: Any) -> None:
    """One button opens it beside the channel, it follows the game, stays when the page is loaded anew, and closes.

    On a telephone it makes room for what a button opens, also where a refresh under way comes before that.
    """
    async with a_table_of_phones(tmp_path, browser, PIWNICA) as table:
        ala, celina = await table.phone("Ala"), await table.phone("Celina")
        await ala.types("/gra nowa")
        await ala.types("/mg mianuj", "kto: @Celina")
        await ala.presses("Szybki start")
        await ala.sees("⭐")
        await celina.looks()
        await celina.page.set_viewport_size({"width": 1280, "height": 800})
        pane = celina.page.locator("#screen")
        await celina.page.click(".screen-opener")
        await pane.get_by_text("etap 1").first.wait_for()
        await table.channel.hands.slash("Celina", PIWNICA.here, "gm note", {"text": "Hrum szuka topora"})
        await pane.get_by_text("Hrum szuka topora").wait_for()
        await table.channel.hands.slash(
            "Celina", PIWNICA.here, "gm set", {"what": "adventure", "value": "2", "sure": True}
        )
        await pane.get_by_text("Przygoda 2 z 3").first.wait_for()
        await celina.page.screenshot(path=tmp_path / "screen.png")
        assert "Ekran mistrza gry" not in await celina.log()
        await celina.page.reload()
        await pane.get_by_text("Przygoda 2 z 3").first.wait_for()
        await celina.page.set_viewport_size({"width": 390, "height": 780})
        assert await celina.page.evaluate("document.documentElement.scrollWidth") <= 390
        await celina.page.screenshot(path=tmp_path / "telephone.png")
        await pane.locator("button", has_text="📖").first.click()
        await pane.get_by_text("Drużyna").first.wait_for()
        await celina.page.screenshot(path=tmp_path / "table.png")
        await press_before_a_refresh(table, celina, "Co teraz wolno?")
        await celina.reads("Co teraz wolno mistrzowi gry")
        await pane.wait_for(state="hidden")
        await celina.page.click(".screen-opener")
        await pane.get_by_role("button", name="Zamknij").click()
        await pane.wait_for(state="hidden")
        await celina.page.click(".screen-opener")
        await pane.get_by_text("etap 1").first.wait_for()
        await table.channel.hands.slash("Celina", PIWNICA.here, "gm resign", {})
        await pane.wait_for(state="hidden")
        await celina.reads("To może tylko mistrz gry tego stołu.")
        await ala.looks()
        assert "Ekran MG" in await ala.page.locator(".screen-opener").inner_text()
        await ala.page.click(".screen-opener")
        await ala.reads("To może tylko mistrz gry tego stołu.")
