"""A table that lasts for weeks, and a game master at it: every command of theirs in a real browser.

Each flow is played in one language, two in each: what the page does with a command does not depend on its words, and
``tests/bot/words`` has those of both. It leaves photographs of the telephones in the folder of its test.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.bot.a_page import CELLAR, PIWNICA, Guild, Phone, Table, a_table_of_phones

pytestmark = pytest.mark.browser
in_polish = pytest.mark.parametrize("guild", [PIWNICA], ids=["pl"])
in_english = pytest.mark.parametrize("guild", [CELLAR], ids=["en"])

DAY = 24 * 3600.0
WHERE_TO = "Dokąd teraz? | Where to?"
EIGHT = "zasada: limit przygód | rule: adventure limit"
AS_USUAL = "⭐"


def seeds() -> bytes:
    """The same party in every run."""
    return b"weeks".ljust(32)


class Clock:
    """Eight days behind, until somebody sets it right."""

    def __init__(self) -> None:
        self.behind = 8 * DAY

    def __call__(self) -> float:
        return time.time() - self.behind


async def opened(table: Table, leader: Phone, *others: Phone) -> None:
    """A table is opened, the others sit down, and the party stands at the entrance."""
    await leader.types("/gra nowa | /game new")
    for one in others:
        await one.presses("Dołącz | Join")
        await leader.reads(one.who)
    await begun(leader)


async def begun(leader: Phone) -> None:
    """The bot sets everything up."""
    await leader.presses("Szybki start | Quick start")
    await leader.reads(WHERE_TO)
    await leader.sees(AS_USUAL)


# Days and weeks ----------------------------------------------------------------------------------------------


@in_polish
async def test_a_game_of_weeks(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """Who is waited for, who is away, when it is night, what is voted on, and what has happened."""
    async with a_table_of_phones(tmp_path, browser, guild, seeds=seeds) as table:
        ala, bartek = await table.phone(guild.people[0]), await table.phone(guild.people[1])
        await opened(table, ala, bartek)
        await somebody_is_away(ala)
        await the_table_votes(ala, bartek)
        await it_is_told(table, ala, bartek)
        await ala.photograph(tmp_path / "leader.png")
        await bartek.photograph(tmp_path / "friend.png")


async def the_table_votes(ala: Phone, bartek: Phone) -> None:
    """A habit is typed and another one picked; the vote is seen before and after the first voice."""
    await ala.types("/stół | /table", "decyduje: głosowanie | deciding: a vote")
    await ala.reads("Za drużynę decyduje: głosowanie | Who decides for the party: a vote")
    await ala.picks("termin odpowiedzi: brak | deadline for an answer: none", "po 2 dobach | after 2 days")
    await bartek.reads("termin odpowiedzi: po 2 dobach. | deadline for an answer: after 2 days.")
    await ala.types("/głosowanie | /vote")
    await ala.reads("Jeszcze bez głosu: Ala i Bartek | Still to be heard: Erin and Finn")
    await bartek.leaves_by("A")
    await ala.types("/gra stan | /game status")
    await ala.reads(
        "„Dokąd teraz?” – czekamy na: Ala\n | “Where to?” – waiting for: Erin\n", ": Bartek · Ala | : Finn · Erin"
    )
    await ala.types("/moje | /mine")
    await ala.reads("#lochy › 💬 – Labirynt Śmierci: „Dokąd teraz?” | #the-maze › 💬 – The Labyrinth of Death")


async def somebody_is_away(ala: Phone) -> None:
    """The autopilot, then a friend, and back each time; nights are quiet."""
    await ala.types("/nieobecność | /away", "do: trzy dni | until: three days")
    await ala.reads("za ciebie gra automat | the autopilot plays for you")
    await ala.types("/wracam | /back")
    await ala.reads("Ala znów gra we własnej osobie. | Erin is back at the table.")
    await ala.types("/nieobecność | /away", "do=piątek | until=friday", "zastępstwo: @Bartek | stand_in: @Finn")
    await ala.reads("odpowiada za ciebie @Bartek | @Finn answers for you")
    await ala.types("/wracam | /back", "wszędzie: tak | all: true")
    await ala.reads("Witaj z powrotem | Welcome back")
    zone = "strefa: Europe/Warsaw | zone: Europe/London"
    await ala.types("/cisza | /quiet", zone, "godziny: od 22 do 8 | hours: from 10 pm to 8 am")
    await ala.reads("Europe/Warsaw. Między 22:00 a 8:00 żadnych wzmianek. | No pings between 22:00 and 8:00.")


async def it_is_told(table: Table, ala: Phone, bartek: Phone) -> None:
    """The vote is decided; its question says how, and the chronicle is a page of its own."""
    await ala.leaves_by("A")
    await bartek.reads("Bartek i Ala → A · Na północ | Finn and Erin → A · North")
    await ala.types("/opowieść | /story")
    await ala.reads("Od twojego ostatniego ruchu | What happened since you last acted")
    await bartek.types("/opowieść | /story", "od: Wszystko | since: Everything")
    await bartek.reads("Opowieść od samego początku | The story from the beginning")
    await ala.types("/kronika | /chronicle")
    chronicle = await ala.opens_the_newest_file(await table.new_page())
    await chronicle.get_by_role("heading", name="Labirynt").first.wait_for()
    assert await chronicle.locator("img, svg").count() > 1


# Coming and going --------------------------------------------------------------------------------------------


@in_english
async def test_people_come_and_go(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """In a thread: a seat is handed over, left, taken, freed by vote; the thread is deleted, and the game moves."""
    clock = Clock()
    async with a_table_of_phones(tmp_path, browser, guild, seeds=seeds, clock=clock) as table:
        ala, bartek, celina = [await table.phone(one) for one in guild.people]
        thread = await a_thread(table, ala, bartek, celina)
        await seats_change(ala, bartek, celina)
        await bartek.types("/gra zwolnij | /game kick", "gracz: Celina | player: Gwen")
        await bartek.reads("można zwolnić dopiero, gdy | can be freed once")
        clock.behind = 0.0
        await bartek.types("/gra zwolnij | /game kick", "gracz: Celina | player: Gwen")
        await celina.reads("Stół zdecydował: miejsce „Celina” jest wolne. | The table has decided: the seat of Gwen is")
        await ala.photograph(tmp_path / "leader.png")
        await celina.photograph(tmp_path / "guest.png")
        await table.channel.playground.remove_channel(thread)
        await table.quiet()
        await it_goes_on_elsewhere(table, bartek)
        await bartek.photograph(tmp_path / "friend.png")


async def a_thread(table: Table, ala: Phone, *others: Phone) -> str:
    """The table's own thread, opened by its link."""
    await ala.types("/gra nowa | /game new", "wątek: tak | thread: true")
    await ala.reads("Stół czeka w wątku | The table waits in the thread")
    await ala.page.locator("#log a.mention").last.click()
    await ala.reads("Od 1 do 6 osób | For 1 to 6 players")
    thread = next(id for id, one in table.channel.playground.world.channels.items() if one.get("parent_id"))
    for one in others:
        await table.goes_to(one, thread)
    await others[0].types("/gra dołącz | /game join")
    await ala.reads(others[0].who)
    await begun(ala)
    return thread


async def seats_change(ala: Phone, bartek: Phone, celina: Phone) -> None:
    """Bartek gives his seat to Celina and takes over Ala's; Ala then finds none."""
    await celina.types("/odpowiedz | /answer", "wartość=A | value=A")
    await celina.reads("nie ma dla ciebie miejsca | There is no seat for you")
    await bartek.types("/gra oddaj | /game hand", "komu: @Celina | to: @Gwen")
    await celina.reads("czeka na ciebie – razem z postaciami | is waiting for you, characters and all")
    await celina.presses("Zajmij miejsce | Take the seat")
    await bartek.reads("Celina siada do stołu | Gwen sits down")
    await ala.types("/gra wyjdź | /game leave")
    await ala.reads("Na pewno? | Are you sure?")
    await ala.presses("Wstaję od stołu | Leave the table")
    await bartek.reads("Miejsce „Ala” jest wolne. | The seat of Erin is free.")
    await bartek.types("/gra dołącz | /game join", "miejsce: Ala | seat: Erin")
    await bartek.reads("Miejsce jest twoje. | The seat is yours.")
    await ala.types("/gra dołącz | /game join")
    await ala.reads("nie ma wolnego miejsca | There is no free seat")


async def it_goes_on_elsewhere(table: Table, bartek: Phone) -> None:
    """Resumed in a channel, with all that was; a copy is taken, and the last one at the table is forgotten."""
    await table.goes_to(bartek, table.guild.there)
    await bartek.types("/gra wznów | /game resume")
    await bartek.reads("wraca na ten kanał | is back, in this channel", WHERE_TO)
    await bartek.sees(AS_USUAL)
    await bartek.types("/gra eksport | /game export")
    await bartek.reads("Oto twoja kopia | Here is your copy", ".json")
    await bartek.types("/prywatność | /privacy")
    await bartek.reads("Co o tobie przechowuję | What I keep about you")
    await bartek.presses("Zapomnij mnie | Forget me")
    await bartek.presses("Tak, zapomnij | Yes, forget me")
    await bartek.reads("Identyfikator i nazwy zniknęły | Your id and names are gone")
    await bartek.reads("przy stole nikogo nie ma | nobody sits at this table")


# The game master ---------------------------------------------------------------------------------------------


@in_english
async def test_a_game_master_runs_the_table(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """Taken, given to a friend; setting right, placing, real dice, going on, notes; what was done is taken back."""
    async with a_table_of_phones(tmp_path, browser, guild, seeds=seeds) as table:
        ala, celina = await table.phone(guild.people[0]), await table.phone(guild.people[2])
        await ala.types("/gra nowa | /game new")
        await ala.types("/mg przejmij | /gm take")
        await ala.reads("@Ala jest od teraz mistrzem gry | @Erin is the game master of this table")
        await ala.types("/mg mianuj | /gm appoint", "kto: @Celina | member: @Gwen")
        await begun(ala)
        await it_is_set_right(ala, celina)
        await dice_are_real(ala, celina)
        await notes_are_kept(celina)
        await it_is_taken_back(ala, celina)
        await ala.photograph(tmp_path / "leader.png")
        await celina.photograph(tmp_path / "master.png")


async def it_is_set_right(ala: Phone, celina: Phone) -> None:
    """Openly by typing, in secret by a form, and monsters by a panel."""
    await celina.types("/mg popraw | /gm set", "co=Jaro: siła | what=Jaro: strength", "wartość=3 | value=3")
    await celina.presses("Zrób to | Do it")
    await ala.reads("Jaro – siła 3 (wcześniej 8) | Jaro – strength 3 (was 8)")
    await celina.types("/mg popraw | /gm set", "co=Jaro: złoto | what=Jaro: gold", "po-cichu: tak | whisper: true")
    await celina.presses("Inna liczba | Other amount")
    await celina.fills_in("77")
    await celina.presses("🤫 Po cichu | 🤫 Whisper")
    await celina.reads("ani słowa: Jaro: złoto 0 → 77. | nothing of it is told in the story: Jaro: gold 0 → 77.")
    await celina.types("/mg połóż | /gm place")
    await celina.presses("Potwory: postaw przed | Monsters: place before")
    await celina.picks("Kto | Who", "ogr | ogre")
    await celina.reads("Kto: ogr | Who: ogre")
    await celina.presses("Gotowe | Done")
    await celina.presses("Zrób to | Do it")
    await ala.reads("stawia przed drużyną (poziom 1): ogr | puts before the party (level 1): an ogre")
    assert "→ 77" not in await ala.log()


async def dice_are_real(ala: Phone, celina: Phone) -> None:
    """Each attack of the fight is asked for: typed, pressed, forced, thrown again, or left to the bot."""
    whose = "czyje-kości: prawdziwe, wszystkie rzuty | whose-dice: real ones, for every roll"
    await celina.types("/stół | /table", whose)
    await ala.reads("kości: prawdziwe, wszystkie rzuty. | dice: real ones, for every roll.")
    await ala.types("/odpowiedz | /answer", "wartość=walka | value=fight")
    await ala.reads("Zareth ata | Zareth atta")  # a fight that is surely won asks for no orders
    await ala.types("/kości | /dice", "co=1 | what=1")
    await ala.reads("✋ Zapisane: 1. | ✋ Noted: 1.", "Gislan ata | Gislan atta")
    await ala.presses("2")
    await celina.reads("cios 1K6: 2 | blow d6: 2", "Jaro ata | Jaro atta")
    await celina.types("/kości | /dice", "co=1 | what=1")
    await celina.reads("1K6: 1, dodatek 1 | d6: 1, bonus 1", "Linfalas ata | Linfalas atta")
    await ala.presses("Niech rzuci bot | Let the bot roll")
    await celina.types("/mg rzut | /gm roll")
    await celina.presses("Zrób to | Do it")
    await ala.reads("tamten rzut się nie liczy | that roll does not count")


async def notes_are_kept(celina: Phone) -> None:
    """A note, all notes, and all that the game master may know; the dice of people are counted."""
    await celina.types("/mg notuj | /gm note", "treść=Smok śpi pod mostem | text=A dragon sleeps below the bridge")
    await celina.reads("czyta to tylko mistrz gry | only the game master reads it")
    await celina.types("/mg notatki | /gm notes")
    await celina.reads("Smok śpi pod mostem | A dragon sleeps below the bridge")
    await celina.types("/mg podgląd | /gm see")
    await celina.reads("Twoje ostatnie decyzje | Your last rulings", "Jaro: siła 8 → 3 | Jaro: strength 8 → 3")
    await celina.types("/kości | /dice", "co: dowód | what: proof")
    await celina.reads("rzucone ręką: 3 ✋ | thrown by hand: 3 ✋")


async def it_is_taken_back(ala: Phone, celina: Phone) -> None:
    """The menu, the preview, the deed, and back again; a house rule is changed by decree."""
    await celina.types("/cofnij | /undo")
    await celina.picks("Wróć do chwili | Go back to", "2 wstecz – | 2 back –")
    await celina.reads("To przepadnie: | This would be taken back:")
    await celina.presses("Cofnij | Take back")
    await ala.reads("Czas się cofa: | Time runs backwards:")
    await celina.types("/przywróć | /redo")
    await ala.reads("Czas wraca na swój tor | Time runs forward again")
    await celina.types("/zasady | /house", "zasada: limit przygód | rule: adventure limit", "wartość: 8 | value: 8")
    await ala.reads("limit przygód: 8. | adventure limit: 8.")
    await celina.types("/zasady | /house")
    await celina.reads("bohaterów w drużynie: 3 | heroes in the party: 3")


# Trust -------------------------------------------------------------------------------------------------------


@in_polish
async def test_the_table_agrees_and_trusts(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """Back past a draw and a new house rule by consent; the proof before and after the end; all of /help."""
    async with a_table_of_phones(tmp_path, browser, guild, seeds=seeds) as table:
        ala, bartek = await table.phone(guild.people[0]), await table.phone(guild.people[1])
        await ala.types("/ustawienia | /settings", "przypomnienie: po 6 godzinach | remind: after 6 hours")
        await ala.reads("Przypomnienie: po 6 godzinach | Reminder: after 6 hours")
        await opened(table, ala, bartek)
        await they_agree(ala, bartek)
        await the_dice_were_fair(ala)
        await ala.photograph(tmp_path / "leader.png")
        await bartek.photograph(tmp_path / "friend.png")
        await help_is_read(bartek)
        await bartek.photograph(tmp_path / "help.png")


async def they_agree(ala: Phone, bartek: Phone) -> None:
    """Two ballots, each with one voice that was missing."""
    await bartek.leaves_by("A")
    await ala.reads("Bartek → A · Na północ | Finn → A · North")
    await bartek.types("/cofnij | /undo")
    await bartek.picks("Wróć do chwili | Go back to", "1 wstecz – Bartek | 1 back – Finn")
    await bartek.presses("Zapytaj stół | Ask the table")
    await ala.reads("Cofnąć 1 odpowiedź | Take back 1 answer")
    await ala.types("/głosowanie | /vote")
    await ala.presses("1 · Za | 1 · For")
    await bartek.reads("Czas się cofa: | Time runs backwards:")
    await bartek.types("/zasady | /house", "zasada: limit przygód | rule: adventure limit", "wartość: 8 | value: 8")
    await ala.reads("Zasada domowa od następnego etapu – limit przygód: 8? | A house rule from the next stage on –")
    await ala.presses("Za | For")
    await bartek.reads("limit przygód: 8. | adventure limit: 8.")


async def the_dice_were_fair(ala: Phone) -> None:
    """The seal while the game is on; all of it once the table is closed, and nothing goes wrong on the way."""
    await ala.types("/kości | /dice", "co: dowód | what: proof")
    await ala.reads("rzucone ręką: 0 ✋ | thrown by hand: 0 ✋")
    await ala.types("/gra zakończ | /game end", "na-pewno: tak | sure: true")
    await ala.reads("Ala zamyka stół. | Erin closes the table.", ".html")
    await ala.types("/kości | /dice", "co: dowód | what: proof")
    await ala.reads("Wszystko przeliczone i zgodne z pieczęcią | All computed again, and all as sealed")
    assert ala.said("nikt o nic nie pyta | Nobody is asking") not in await ala.log()


async def help_is_read(bartek: Phone) -> None:
    """Every topic says what it is about, and names its commands."""
    topics = {
        "granie | playing": "/gra nowa | /game new",
        "Labirynt Śmierci | Labyrinth of Death": "/negocjuj | /negotiate",
        "Labirynt Czarnoksiężnika | The Sorcerer's Labyrinth": "/rzeczy | /things",
        "gra przez tygodnie | a game of weeks": "/nieobecność | /away",
        "kto gra | who plays": "/gra zwolnij | /game kick",
        "mistrz gry | the game master": "/mg podgląd | /gm see",
        "uczciwość i dane | fairness and data": "/prywatność | /privacy",
    }
    for topic, command in topics.items():
        await bartek.types("/pomoc | /help", " | ".join(f"{one}: {bartek.said(topic)}" for one in ("temat", "topic")))
        await bartek.reads(command)
