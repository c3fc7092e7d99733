"""The example that the page offers is a game of today's rules, checked like a stranger's, and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts.copies.importing import check_copy, read_copy
from bot.playground.typed_commands import keep_upload
from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, a_channel
from tests.playground.third_week import EVENINGS, FRIENDS, GAME, PAGE, example, says_the_same

AGAIN = "the rules, a table or the autopilot changed: python -m tests.playground.third_week, then look at it"
DAY = 24 * 3600.0
MOST_BYTES = 100_000
LINES = 5
"""In so many lines whoever opens the example learns who they are and what happened."""


@pytest.mark.parametrize("locale", FRIENDS)
async def test_the_example_is_what_its_script_makes(tmp_path: Path, locale: str) -> None:
    """To the last event and answer, and small."""
    kept = (PAGE / f"example-{locale}.json.gz").read_bytes()

    assert says_the_same(read_copy(kept), read_copy(await example(locale, tmp_path))), AGAIN
    assert len(kept) < MOST_BYTES


@pytest.mark.parametrize("locale", FRIENDS)
def test_every_die_of_the_example_follows_from_its_seed(locale: str) -> None:
    """Three friends in their third week; of their seats one waits for whoever looks on."""
    copy = read_copy((PAGE / f"example-{locale}.json.gz").read_bytes())
    found = check_copy(copy, load(copy.game), max(tale.at for tale in copy.chronicle))

    days = {int(tale.at // DAY) for tale in copy.chronicle}
    assert found.replayed.position.waiting is not None, AGAIN
    assert tuple(one.name for one in copy.seats) == FRIENDS[locale]
    assert [one.computer for one in copy.seats] == ["", "careful", "careful"]
    assert (copy.locale, len(days)) == (locale, EVENINGS)
    assert found.replayed.fair > 100


@pytest.mark.parametrize(("who", "free"), [("Ala", False), ("Darek", True)])
async def test_whoever_opens_the_example_plays_on(tmp_path: Path, who: str, free: bool) -> None:
    """First they read who they are and what happened; the last stages are told, the monsters stand on the map.

    Ala has her seat, somebody else takes it; the report of the import is short.
    """
    name = "example-pl.json.gz"
    async with a_channel(tmp_path, load(GAME)) as channel, channel.bot_up():
        file = keep_upload(channel.playground.world, name, (PAGE / name).read_bytes())
        await channel.command(who, "game import", file=file["id"], retell=True)
        told, (asked,) = channel.story(), channel.asking()
        introduced = next(
            message for message in channel.hands.messages(HERE, who) if "Witaj w środku gry" in message.text
        )
        if free:
            await channel.command(who, "game join")
        await channel.press(who, AS_USUAL)

        *lines, checked = introduced.text.splitlines()
        assert introduced.ephemeral
        assert len(lines) == LINES
        assert ("Wolne miejsca: **Ala**" if free else "Grasz za: **Ala**") in lines[0]
        assert lines[2].startswith("**Do tej pory:** ")
        assert "Etapy: " in checked
        assert "||" not in told + introduced.text
        story, _, news = told.partition("📦")
        assert "sprawdziłem ją kość po kości" in news
        assert "-# … wcześniej: " in story  # what the last stages brought, in a line
        assert ("Wolne miejsca: Ala" in news) == free
        assert "co robicie?" in asked.text
        assert [one["filename"] for one in asked.attachments]
        assert told.count("📦") == 1 >= channel.story().count("📦")
        assert channel.story() != told
