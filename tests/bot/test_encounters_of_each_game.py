"""``/gm now`` in every game that has such parts: a line is understood, previewed, refused and completed alike."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.bot import a_rival_game
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel
from tests.bot.a_mastered_channel import MASTER
from tests.bot.a_sorcerer import a_duel
from tests.bot.test_encounters import a_party

CALL = "gm now"


class Calls(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is begun, and what lines mean in it.

    ``shown``: a line, and what its preview says; ``told``: what the story says when it is done.
    """

    begun: Callable[[Path], AbstractAsyncContextManager[Channel]]
    understood: list[tuple[str, str]]
    refused: list[tuple[str, str]]
    completed: list[tuple[str, str]]
    shown: tuple[str, str]
    told: str


# fmt: off
DEATH = Calls(
    begun=a_party,
    understood=[
        ("skarb K", "drużyna znajduje skarb."),
        ("treasure K", "drużyna znajduje skarb."),
        ("skrzynia", "drużyna znajduje skrzynię."),
        ("chest with treasure L", "drużyna znajduje skrzynię."),
        ("lustro", "wisi tu lustro"),
        ("meble", "są tu meble. Sprawdza"),
        ("the furniture", "są tu meble. Sprawdza"),
        ("2 trolls with 40 gold, strength 1", "stawia przed drużyną (poziom 1): **2 trolle**"),
        ("2 trolle z 40 sztukami złota, siła 1", "stawia przed drużyną (poziom 1): **2 trolle**"),
        ("2 trolle na poziomie 1 z 40 zł, siła 1", "stawia przed drużyną (poziom 1): **2 trolle**"),
        ("2 trolle z 40 złota, siła 1", "stawia przed drużyną (poziom 1): **2 trolle**"),
    ],
    refused=[
        ("walka 2 trlole", "Nie ma potwora „trlole”. Może: troll?"),
        ("walka ognisty jaszczur", "Nie ma potwora „ognisty jaszczur”."),
        ("walka 99 trolli", "To razem 99, a przed drużyną może stanąć najwyżej 16."),
        ("2 orki z -5 złota", "Liczby ujemnej (-5) nie można tu podać."),
        ("-2 orki", "Liczby ujemnej (-2)"),
        ("2 orki, poziom −1", "Liczby ujemnej (-1)"),
        ("2 orki, siła (-3)", "Liczby ujemnej (-3)"),
        ("skarb K, -40 złota", "Liczby ujemnej (-40)"),
        ("pułapka -4", "Liczby ujemnej (-4)"),
        ("walka ork poziom 4", "To musi być liczba od 1 do 3."),
        ("walka ork, troll, warg, upiór", "Grupa może mieszać najwyżej 3 rodzaje potworów."),
        ("wykup", "Kto taki?"),
        ("negocjacje 2 demony", "Demon nie rozmawia"),
        ("wykup 2 orki", "Drużyna nie ma ani sztuki złota"),
        ("skarb", "Jaki typ skarbu?"),
        ("skarb Z", "Jaki typ skarbu?"),
        ("skarb K dla Miry", "Przy skarbie nie rozumiem: „dla"),
        ("skrzynia z 40 złota", "Przy skarbie nie rozumiem: „40"),
        ("ołtarz dla Brunhildy", "nikogo takiego nie ma"),
        ("pułapka 7", "To musi być liczba od 1 do 6."),
        ("pułapka na Brunhildę", "„Brunhildę”: nikogo takiego nie ma wśród żywych w drużynie. Pułapka może trafić:"),
    ],
    completed=[
        ("", "walka …"),
        ("wyk", "wykup …"),
        ("walka 2 t", "walka 2 trolle"),
        ("walka 2 trlole", "walka 2 trolle"),
        ("walka 2 trolle i zły mag, poziom 2", "od razu walka: 2 trolle i czarnoksiężnik (poziom 2)"),
    ],
    shown=("2 trolle poziom 2", "✍️ Mistrz gry stawia przed drużyną (poziom 2): **2 trolle**."),
    told="stawia przed drużyną (poziom 2): **2 trolle**",
)
CAVE = Calls(
    begun=lambda folder: a_rival_game.a_mastered_duel(
        folder, a_meeting(a_figure("rogue", NEAR), a_figure("friar"), lying={"D6": ["kobold"]})
    ),
    understood=[
        ("ork", "trafia na"),
        ("ork na Alę", "trafia na"),
        ("orc on Ala", "trafia na"),
        ("orkiem przeciw Bartkowi", "trafia na"),
        ("karta miecz dla Bartka", "trafia na"),
        ("siła 5 przeciw Bartkowi", "bezimiennego przeciwnika (Siła 5)"),
        ("psychika 4 przeciw Bartkowi", "bezimiennego przeciwnika (Moc 4)"),
        ("psychic 4 against Bartek", "bezimiennego przeciwnika (Moc 4)"),
        ("walka psychiczna 3", "bezimiennego przeciwnika (Moc 3)"),
        ("ork na E6", "(E6): Ork"),
        ("orc on E6", "(E6): Ork"),
        ("ork E6", "(E6): Ork"),
    ],
    refused=[
        ("bazyliszek na Bartka", "Nie ma wolnej karty „bazyliszek”"),
        ("trlol na Bartka", "Nie ma wolnej karty „trlol”. Może:"),
        ("ork na Brunhildę", "„Brunhildę”: nikogo takiego nie ma w Jaskini. Spotkać kartę może:"),
        ("siła -4", "Liczby ujemnej (-4)"),
        ("psychika −4 Bartek", "Liczby ujemnej (-4)"),
        ("złoto -3 na E6", "Liczby ujemnej (-3)"),
        ("-2 ork na Bartka", "Liczby ujemnej (-2)"),
        ("w " * 100, "Z tylu słów naraz nie wiadomo, o co chodzi."),
        ("siła 99", "To musi być liczba od 1 do 30."),
        ("karta", "Jaka karta?"),
        ("x" * 200, "Nie ma wolnej karty"),
        ("🐉", "Jaka karta?"),
    ],
    completed=[
        ("or", "Ork"),
        ("ork na Bartka", "od razu: Ork – Zakonnik"),
        ("ork na ", "ork na Bartek"),
        ("psychika 4", "od razu: Walka Psychiczna, Moc 4 –"),
    ],
    shown=("siła 1 przeciw Bartkowi", "✍️ Mistrz gry zsyła bezimiennego przeciwnika (Siła 1)"),
    told="🎲",
)
BOARDS = Calls(
    begun=lambda folder: a_rival_game.a_mastered_duel(folder, a_duel()),
    understood=[
        ("minotaur dla Haldry", "zsyła Spotkanie: Minotaur. **Haldra**, B3"),
        ("minotaur for Haldra", "zsyła Spotkanie: Minotaur. **Haldra**, B3"),
        ("minotaur in C2 for Haldra", "zsyła Spotkanie: Minotaur. **Haldra**, C2"),
        ("minotaur w C2 dla Haldry", "zsyła Spotkanie: Minotaur. **Haldra**, C2"),
        ("hydra w B3", "**Haldra**, B3"),
        ("smoka na Taelina", "**Taelin**, B4"),
        ("dragon Taelin", "**Taelin**, B4"),
        ("starcie Haldra Taelin", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
        ("starcie Haldry z Taelinem", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
        ("clash Haldra Taelin", "wywołuje starcie: **Haldra** przeciw **Taelinowi**"),
    ],
    refused=[
        ("goblin dla Haldry", "W tabeli Spotkań nie ma „goblin”"),
        ("mintoaur dla Haldry", "W tabeli Spotkań nie ma „mintoaur”. Może: minotaur?"),
        ("minotaur dla Brunhildy", "„Brunhildy”: nikogo takiego nie ma na planszach."),
        ("minotaur w A1", "Dla kogo?"),
        ("minotaur", "Dla kogo?"),
        ("minotaur -2 dla Haldry", "Liczby ujemnej (-2)"),
        ("starcie Haldra -1 Borgrim", "Liczby ujemnej (-1)"),
        ("starcie Haldra", "Kto z kim?"),
        ("starcie Haldra Borgrim", "jedna drużyna"),
        ("starcie Haldra Zenek", "„Zenek”: nikogo takiego nie ma"),
        ("🐉", "Co i dla kogo?"),
        ("x" * 200, "W tabeli Spotkań nie ma"),
    ],
    completed=[
        ("min", "minotaur"),
        ("sta", "starcie …"),
        ("minotaur dla Hal", "minotaur dla Haldra"),
        ("minotaur w A4 dla Haldry", "od razu, A4: minotaur – Haldra"),
        ("starcie Haldra Taelin", "starcie: Haldra przeciw Taelinowi"),
    ],
    shown=("minotaur dla Haldry", "✍️ Mistrz gry zsyła Spotkanie"),
    told="zsyła Spotkanie",
)
# fmt: on
GAMES = {"labirynt-smierci": DEATH, "jaskinia": CAVE, "labirynt-czarnoksieznika": BOARDS}


def each(cases: str) -> Any:
    """These lines of every game."""
    found = [
        pytest.param(calls, *case, id=f"{game}-{case[0][:30]}")
        for game, calls in GAMES.items()
        for case in getattr(calls, cases)
    ]
    return pytest.mark.parametrize(("calls", "line", "said"), found)


@pytest.fixture
async def table(calls: Calls, tmp_path: Path) -> AsyncIterator[Channel]:
    """The game begun, with Celina as its game master."""
    async with calls.begun(tmp_path) as channel:
        yield channel


@each("understood")
async def test_a_line_is_understood_in_both_languages(table: Channel, calls: Calls, line: str, said: str) -> None:
    """The table hears what comes, and the game goes on by its rules."""
    done = await table.command(MASTER, CALL, what=line, sure=True)

    assert "Gotowe" in done.text, done.text
    assert table.is_asked()
    assert said in (await table.command(MASTER, "story")).text


@each("refused")
async def test_what_cannot_be_understood_changes_nothing(table: Channel, calls: Calls, line: str, said: str) -> None:
    """One sentence, with what could be meant."""
    before = table.story()
    refused = await table.command(MASTER, CALL, what=line, sure=True)
    await table.hands.complete(MASTER, HERE, CALL, {"what": line}, focused="what")

    assert (refused.kind, said in refused.text) == ("ephemeral", True), refused.text
    assert table.story() == before


@each("completed")
async def test_the_line_is_completed_and_read_back(table: Channel, calls: Calls, line: str, said: str) -> None:
    """Names that go on, neighbours of slips, and what a whole line means before it is sent."""
    choices = await table.hands.complete(MASTER, HERE, CALL, {"what": line}, focused="what")

    assert said in [choice.name for choice in choices], choices


@pytest.mark.parametrize("calls", GAMES.values(), ids=GAMES)
async def test_a_preview_says_what_comes_and_throws_no_dice(table: Channel, calls: Calls) -> None:
    """Cancelled, nothing has happened; only when it is done the dice fall."""
    line, said = calls.shown
    before = table.story()
    shown = await table.command(MASTER, CALL, what=line)
    assert f"Stół usłyszy: {said}" in shown.text
    assert "🎲" not in shown.text
    await table.press(MASTER, "Zostaw")
    assert table.story() == before

    await table.command(MASTER, CALL, what=line)
    await table.press(MASTER, "Zrób to")
    assert calls.told in table.story().removeprefix(before)


@pytest.mark.parametrize("calls", GAMES.values(), ids=GAMES)
async def test_it_can_be_taken_back_and_placed(table: Channel, calls: Calls) -> None:
    """Like every ruling; then the same question is open, and ``/gm place`` understands the same words."""
    before = sorted(button.label for button in table.asking()[0].buttons)
    done = await table.command(MASTER, CALL, what=calls.shown[0], sure=True)
    assert "Gotowe" in done.text, done.text
    await table.command(MASTER, "undo", what="1")
    await table.press(MASTER, "Cofnij")
    assert sorted(button.label for button in table.asking()[0].buttons) == before

    again = await table.command(MASTER, "gm place", what=calls.shown[0], sure=True)
    assert "Gotowe" in again.text, again.text
    assert calls.told in table.story()
