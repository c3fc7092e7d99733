"""Typed rulings in the Cave: in a fight, an Enemy that goes away, gold and cards on areas."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot import a_rival_game
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import Channel

MASTER = a_rival_game.MASTER


@pytest.fixture
async def cave(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's Rogue is at turn and has a sword, Bartek's Friar a goblin as a trophy; a kobold lies in D6."""
    rogue = a_figure("rogue", NEAR, items=["sword"])
    rules = a_meeting(rogue, a_figure("friar", trophies=["goblin"]), lying={"D6": ["kobold"]})
    async with a_rival_game.a_mastered_duel(tmp_path, rules) as channel:
        yield channel


async def ruled(cave: Channel, what: str, command: str = "gm set", *, sure: bool = False) -> str:
    """What the game master reads after this line."""
    text = (await cave.command(MASTER, command, what=what, sure=sure)).text
    print(command, what, "\n   ", text)
    return text


async def test_in_a_fight_a_death_waits(cave: Channel) -> None:
    """And a move to another area, too: until the fight is over."""
    await ruled(cave, "ork na Alę", "gm now", sure=True)
    dies = await ruled(cave, "Ala śmierć")
    goes = await ruled(cave, "Ala miejsce E7")

    assert "postanawia: **Łotrzyk: śmierć**. ⏳" in dies
    assert "⏳" in goes


@pytest.mark.parametrize("line", ["ork odchodzi", "zabierz orka", "zabierz ork", "odeślij orka"])
async def test_an_enemy_is_sent_away_in_natural_words(cave: Channel, line: str) -> None:
    """In a fight, and where it lies."""
    await ruled(cave, "ork na E6", "gm place", sure=True)
    lying = await ruled(cave, line)
    await ruled(cave, "hobgoblin na Alę", "gm now", sure=True)
    fighting = await ruled(cave, line.replace("ork", "hobgoblin"))

    assert "Zabierz kartę z Obszaru → Ork" in lying
    assert "Zabierz kartę z Obszaru → Hobgoblin" in fighting


@pytest.mark.parametrize("line", ["złoto 3 na E6", "3 mieszki na E6", "E6 złoto 3", "3 gold on E6"])
@pytest.mark.parametrize("command", ["gm place", "gm now"])
async def test_gold_is_laid_in_one_sentence(cave: Channel, line: str, command: str) -> None:
    """By either command, in both languages."""
    assert "Gdzie: Odnoga Korytarza (E6); Ile: 3" in await ruled(cave, line, command)


async def test_gold_without_an_area_asks_for_one(cave: Channel) -> None:
    """The example can be typed."""
    assert await ruled(cave, "złoto 3", "gm place") == "Na którym Obszarze? Na przykład: złoto 3 na E6."


async def test_the_crystal_chamber_is_named_without_a_verb(cave: Channel) -> None:
    """Its area stands behind it."""
    assert "Wskaż Komnatę Kryształu → Komnata K3 (C5)" in await ruled(cave, "Komnata Kryształu C5", "gm place")


@pytest.mark.parametrize("command", ["gm place", "gm now"])
@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("miecz na E6", "ma ją Łotrzyk"),
        ("goblina na E6", "jako trofeum ma ją Zakonnik"),
        ("kobold na E6", "leży na D6"),
    ],
)
async def test_a_card_that_is_not_free_is_found(cave: Channel, line: str, where: str, command: str) -> None:
    """Both commands give the same reason."""
    for _ in range(9):
        told = await ruled(cave, line, command, sure=True)
        if "Gotowe" not in told:
            break

    assert "Nie ma wolnej karty" in told
    assert where in told


async def test_a_card_is_offered_while_it_is_typed(cave: Channel) -> None:
    """After the move a card cannot be met at once, so an area must follow."""
    offered = await cave.hands.complete(MASTER, "lochy", "gm place", {"what": "ork"}, focused="what")
    await cave.answer("Ala", "go:C6")
    later = await cave.hands.complete(MASTER, "lochy", "gm place", {"what": "ork"}, focused="what")

    print(offered, later)
    assert "Ork" in [choice.name for choice in offered]
    assert ("Ork na …", "Ork na ") in [(choice.name, choice.value) for choice in later]
