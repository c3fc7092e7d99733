"""``/gm now`` in Jaskinia: a card that a Seeker meets at once, a nameless opponent, a card on an area."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.call_lines import people_meant
from tests.bot import a_rival_game
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import Channel

CALL = "gm now"
MASTER = a_rival_game.MASTER


@pytest.fixture
async def cave(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's Rogue is at turn, Bartek's Friar stands in C6; neither holds a Spell."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"), lying={"D6": ["kobold"]})
    async with a_rival_game.a_mastered_duel(tmp_path, rules) as channel:
        yield channel


async def done(cave: Channel, line: str) -> str:
    """Call it without a preview, and return the story."""
    said = await cave.command(MASTER, CALL, what=line, sure=True)
    assert "Gotowe" in said.text, said.text
    return cave.story()


@pytest.mark.parametrize(
    ("line", "told"),
    [
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
)
async def test_a_line_is_understood_in_both_languages(cave: Channel, line: str, told: str) -> None:
    """The table hears what comes, and the game goes on by its rules."""
    assert told in await done(cave, line)
    assert cave.is_asked()


async def test_a_preview_tells_no_dice_before_it_is_done(cave: Channel) -> None:
    """It says what the table would hear first; only when it is done the dice fall."""
    before = cave.story()
    shown = await cave.command(MASTER, CALL, what="siła 1 przeciw Bartkowi")
    assert "Stół usłyszy: ✍️ Mistrz gry zsyła bezimiennego przeciwnika (Siła 1)" in shown.text
    assert "🎲" not in shown.text
    assert cave.story() == before

    await cave.press(MASTER, "Zrób to")
    assert "🎲" in cave.story().removeprefix(before)


async def test_the_turn_of_another_seeker_goes_on(cave: Channel) -> None:
    """Bartek's Friar fights in Ala's turn, and then Ala is asked as before; the next call may follow."""
    await done(cave, "siła 1 przeciw Bartkowi")
    [prompt] = cave.asking()
    assert "atak na Zakonnika" in prompt.text
    await done(cave, "ork na E6")


async def test_a_defeat_ends_the_turn_of_who_fought(cave: Channel) -> None:
    """As by the rules: Ala's Rogue loses against Strength 30, and Bartek is next."""
    await done(cave, "siła 30 przeciw Ali")
    refused = await cave.answer("Ala", "go:C6")

    assert "czekamy na: Bartek" in refused.text


async def test_it_can_be_taken_back(cave: Channel) -> None:
    """Like every ruling; then it may be called once more."""
    before = [button.label for button in cave.asking()[0].buttons]
    await done(cave, "ork na E6")
    await cave.command(MASTER, "undo", what="1")
    await cave.press(MASTER, "Cofnij")

    assert [button.label for button in cave.asking()[0].buttons] == before
    assert "(E6): Ork" in await done(cave, "ork na E6")


@pytest.mark.parametrize("line", ["przerwij", "przeciwnik odchodzi"])
async def test_a_nameless_fight_is_broken_off_before_its_dice(tmp_path: Path, line: str) -> None:
    """Nobody has won, and the turn goes on as if it had not been called."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"))
    async with a_rival_game.a_mastered_duel(tmp_path, rules, by_hand=True) as cave:
        before = [button.label for button in cave.asking()[0].buttons]
        await done(cave, "siła 5 na Alę")
        said = await cave.command(MASTER, "gm set", what=line, sure=True)

        assert "Gotowe" in said.text, said.text
        assert "Nikt nie wygrał" in cave.story()
        assert [button.label for button in cave.asking()[0].buttons] == before


async def test_the_fight_with_a_called_card_is_broken_off(tmp_path: Path) -> None:
    """The card stays on its area."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar"))
    async with a_rival_game.a_mastered_duel(tmp_path, rules, by_hand=True) as cave:
        await done(cave, "ork na Alę")
        said = await cave.command(MASTER, "gm set", what="przerwij walkę", sure=True)

        assert "Gotowe" in said.text, said.text
        assert "Nikt nie wygrał" in cave.story()


async def test_a_card_that_somebody_has_is_not_free(cave: Channel) -> None:
    """When the last of its kind lies in the Cave."""
    for _ in range(9):
        said = await cave.command(MASTER, CALL, what="kobold na E6", sure=True)
        if "Gotowe" not in said.text:
            break

    assert "Nie ma wolnej karty" in said.text


async def test_place_understands_the_same_words(cave: Channel) -> None:
    """Whoever types it there."""
    said = await cave.command(MASTER, "gm place", what="ork na E6", sure=True)

    assert "Gotowe" in said.text, said.text
    assert "(E6): Ork" in cave.story()


@pytest.mark.parametrize(
    ("line", "said"),
    [
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
)
async def test_what_cannot_be_understood_changes_nothing(cave: Channel, line: str, said: str) -> None:
    """One sentence, with what could be meant."""
    before = cave.story()
    refused = await cave.command(MASTER, CALL, what=line, sure=True)
    await cave.hands.complete(MASTER, "lochy", CALL, {"what": line}, focused="what")

    assert (refused.kind, said in refused.text) == ("ephemeral", True), refused.text
    assert cave.story() == before


async def test_after_the_move_nothing_is_called(cave: Channel) -> None:
    """The refusal says what is asked, and when it is possible."""
    await cave.answer("Ala", "go:C6")
    refused = await cave.command(MASTER, CALL, what="ork na Bartka", sure=True)

    assert "najpierw odpowiedź na otwarte pytanie" in refused.text
    assert "na początku czyjejś tury" in refused.text


@pytest.mark.parametrize(
    ("begun", "offered"),
    [("or", "Ork"), ("ork na Bartka", "od razu: Ork"), ("ork na ", "ork na Bartek"), ("psychika 4", "Moc 4")],
)
async def test_the_line_is_completed_and_read_back(cave: Channel, begun: str, offered: str) -> None:
    """What a whole line means, and the names that may follow."""
    choices = await cave.hands.complete(MASTER, "lochy", CALL, {"what": begun}, focused="what")

    assert any(offered in choice.name for choice in choices), choices


def test_an_inflected_name_is_no_part_of_another() -> None:
    """«Olę» is Ola, though these letters stand in «Bolek», too."""
    both = {"s1": ["Olek"], "s2": ["Ola"]}
    assert [people_meant(both, typed) for typed in ("Olę", "Olą", "Olka", "Olkiem")] == [["s2"], ["s2"], ["s1"], ["s1"]]

    names = {"s1": ["Bolek"], "s2": ["Ola"]}

    assert [people_meant(names, typed) for typed in ("Olę", "Oli", "Bolka", "Bolkowi", "Ola")] == [
        ["s2"],
        ["s2"],
        ["s1"],
        ["s1"],
        ["s2"],
    ]
