"""Pace and length have a button of their own in the lobby, which says what they mean and how long a game takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.games import load
from tests.bot.a_channel import a_channel, a_table
from tests.bot.test_house_rules import choose, lobby_of


async def test_the_lobby_offers_to_play_by_the_book(tmp_path: Path) -> None:
    """The button says in full what it means; the lobby then says it to everybody, and how long the game is now."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        brisk = lobby_of(channel).text
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Tempo…")
        await choose(channel, "Ala", panel, "tempo", "według instrukcji")
        await channel.hands.until(lambda: "według instrukcji" in lobby_of(channel).text)

        assert "**Tempo: żwawe**" in brisk
        assert "≈ 2 tygodnie przy trzech spojrzeniach dziennie" in brisk
        assert "- Jeszcze jeden Ruch za Klejnoty: pytaj mnie" in panel.text
        assert "≈ 3 tygodnie przy trzech spojrzeniach dziennie" in lobby_of(channel).text
        assert "Zasady domowe:" not in lobby_of(channel).text


async def test_by_the_book_the_labyrinth_takes_its_house_rules_along(tmp_path: Path) -> None:
    """All are shown with the pace, and the goal has no limit any more; what the table agrees on itself holds."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Tempo…")
        await choose(channel, "Ala", panel, "tempo", "według instrukcji")
        listed = await channel.command("Ala", "house")
        await channel.press("Ala", "Ustawienia…")
        length = await channel.press("Ala", "Długość…")
        await choose(channel, "Ala", length, "limit przygód", "6")
        await channel.press("Ala", "Szybki start")

        assert "- układanie segmentów: pytanie za każdym razem" in panel.text
        assert "- układanie segmentów: pytanie za każdym razem" in listed.text
        assert "- limit przygód: brak" in listed.text
        assert any("Macie na to 6 przygód." in text for text in channel.texts())


@pytest.mark.parametrize(("options", "pace"), [("trials=2", "według instrukcji"), ("pace=brisk", "żwawe")])
async def test_people_in_a_room_begin_by_the_book(tmp_path: Path, options: str, pace: str) -> None:
    """Unless who opens the table says otherwise."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", players="Ola, Zosia", options=options)

        assert f"**Tempo: {pace}**" in lobby_of(channel).text


async def test_the_length_says_how_long_it_takes(tmp_path: Path) -> None:
    """Each choice that was measured has its days."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        alone = await channel.press("Ala", "Długość…")
        assert alone.message is not None

        notes = [option.get("description", "") for option in alone.message.selects[0].options]
        assert notes == ["jak zwykle · ≈ 10 dni", "≈ 7 dni", ""]


def test_more_people_need_longer() -> None:
    """The nearest number that was measured counts; a value that was not has no days."""
    length = load("jaskinia").length
    assert length is not None

    assert length.expected("brisk", "3", 1) == length.expected("brisk", "3", 2)
    assert (length.expected("brisk", "3", 6) or 0) > (length.expected("brisk", "3", 2) or 0)
    assert length.expected("brisk", "1", 2) is None


@pytest.mark.parametrize(
    ("game", "values"), [("labirynt-smierci", "3 6 0"), ("labirynt-czarnoksieznika", "8 18"), ("jaskinia", "2 3")]
)
def test_no_longer_game_is_told_to_take_fewer_days(game: str, values: str) -> None:
    """At each pace, for each number of people."""
    length = load(game).length
    assert length is not None
    told = {
        pace: [[days[value][people] for value in values.split()] for people in (2, 4)]
        for pace, days in length.days.items()
    }

    assert all(days == sorted(days) for by_people in told.values() for days in by_people)


async def test_the_panel_of_the_table_changes_the_pace_of_a_running_game(tmp_path: Path) -> None:
    """As the command for house rules does: alone at once, and everybody is told."""
    async with a_table(tmp_path, load("jaskinia"), "Ala") as channel:
        panel = await channel.command("Ala", "table")
        assert panel.message is not None
        nth = next(n for n, menu in enumerate(panel.message.selects) if menu.placeholder == "tempo")
        await channel.pick("Ala", panel.message, nth, "według instrukcji")
        await channel.hands.until(lambda: any("tempo: według instrukcji" in text for text in channel.texts()))

        listed = await channel.command("Ala", "house")
        assert "- **tempo: według instrukcji**" in listed.text
