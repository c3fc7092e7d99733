from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import time

from tests.bot.a_page import CELLAR, PIWNICA, Guild, a_table_of_phones

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("guild", [PIWNICA, CELLAR], ids=["pl", "en"])]

def seeds() -> bytes:
    return b"weeks".ljust(32)


async def test_weeks(tmp_path: Path, browser: Any, guild: Guild) -> None:
    async with a_table_of_phones(tmp_path, browser, guild, seeds=seeds) as table:
        ala, bartek = await table.phone(guild.people[0]), await table.phone(guild.people[1])
        await ala.types("/gra nowa | /game new")
        await bartek.presses("Dołącz | Join")
        await bartek.reads("Bartek | Finn")
        await ala.presses("Szybki start | Quick start")
        await table.quiet()
        await ala.types("/stół | /table", "decyduje: głosowanie | deciding: vote", "termin: po 2 dobach | deadline: after two days")
        await ala.reads("Jak gra ten stół | How this table plays")
        await ala.types("/gra stan | /game status")
        await ala.types("/moje | /mine")
        await ala.types("/nieobecność | /away", "do: trzy dni | until: three days")
        await table.quiet()
        await ala.types("/wracam | /back")
        await ala.types("/nieobecność | /away", "do=piątek | until=friday", "zastępstwo: @Bartek | stand-in: @Finn")
        await table.quiet()
        await ala.types("/wracam | /back")
        await ala.types("/cisza | /quiet", "strefa: Europe/Warsaw | zone: Europe/London", "godziny: od 22 do 8 | hours: from 22 to 8")
        await ala.types("/cisza | /quiet")
        await table.quiet()
        await ala.types("/głosowanie | /vote")
        await table.quiet()
        await ala.presses("Jak zwykle | As usual")
        await table.quiet()
        await ala.types("/głosowanie | /vote")
        await table.quiet()
        await bartek.presses("Jak zwykle | As usual")
        await table.quiet()
        await ala.types("/opowieść | /story")
        await table.quiet()
        await bartek.types("/opowieść | /story", "od: od początku | since: from the beginning")
        await ala.types("/kronika | /chronicle", "jawnie: tak | public: yes")
        await ala.page.locator("a.file").last.wait_for()
        await table.quiet()
        await ala.photograph(tmp_path / "ala.png")
        await bartek.photograph(tmp_path / "bartek.png")
