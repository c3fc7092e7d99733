"""Labirynt Śmierci through commands: go on, look at the map, at the party, at a hero."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Outcome
from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel

WHOLE = "🗺️"


@pytest.fixture
async def maze(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala alone with four characters at the entrance of the labyrinth."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        yield channel


async def look(channel: Channel, command: str, **options: object) -> Outcome:
    """A command whose picture may take a moment."""
    outcome = await channel.hands.slash("Ala", HERE, command, options)
    return await channel.hands.follow(outcome) if outcome.kind == "thinking" else outcome


async def test_the_story_has_a_map_with_words_for_those_who_do_not_see_it(maze: Channel) -> None:
    """The picture's alt text says level, place and ways on."""
    story = maze.hands.messages(HERE, "Ala")[-1]

    assert "Mapa poziomu 1: 1 zbadany segment." in str(story.data)
    assert "Drużyna stoi tutaj: brama labiryntu." in str(story.data)


async def test_move_takes_a_letter(maze: Channel) -> None:
    """``/move A`` goes the lettered way; autocomplete offers to explore on, the ways, and nothing else."""
    ways = await maze.hands.complete("Ala", HERE, "move", {"where": ""}, focused="where")
    before = maze.story()
    outcome = await maze.hands.slash("Ala", HERE, "move", {"where": "A"})
    await maze.hands.until(lambda: maze.story() != before)

    assert [way.name[:4] for way in ways] == ["Bada", "A · ", "B · "]
    assert outcome.text.startswith("✔ Zapisane: A · ")


ASTRAY = [
    ("na dach", "Nie da się teraz wybrać „na dach”. Można na przykład: "),
    ("na polnoc na dach", "Nie da się teraz wybrać „na polnoc na dach”. Można na przykład: "),
    ("na polnco", "Nie rozumiem „na polnco”. Chodzi o: A · Na północ, korytarzem? Napisz to"),
]


@pytest.mark.parametrize(("typed", "said"), ASTRAY)
@pytest.mark.parametrize(("command", "option"), [("move", "where"), ("answer", "value")])
async def test_what_is_not_written_right_moves_nobody(
    maze: Channel, command: str, option: str, typed: str, said: str
) -> None:
    """Neither a way that only begins so, nor one that is nearly written so: that one is asked about."""
    before = maze.story()
    refused = await look(maze, command, **{option: typed})
    await maze.hands.settled()

    assert refused.kind == "ephemeral"
    assert refused.text.startswith(said)
    assert maze.story() == before


async def test_a_slip_is_asked_about_in_english_too(tmp_path: Path) -> None:
    """And what it was is said there as well."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        channel.playground.world.person("Ala")["locale"] = "en-US"
        await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(channel.is_asked)
        refused = await channel.command("Ala", "move", where="nrth")

        assert refused.text.startswith("I do not understand “nrth”. Did you mean: A · North")


async def test_the_map_is_for_the_one_who_asked(maze: Channel) -> None:
    """A picture and its words, for nobody else's eyes."""
    shown = (await look(maze, "map")).message

    assert shown is not None
    assert shown.ephemeral
    assert shown.attachments
    assert "Mapa poziomu 1" in shown.text


async def test_a_map_can_be_named(maze: Channel) -> None:
    """By a completed name or by the mere number; a level that nobody has seen is refused."""
    known = await maze.hands.complete("Ala", HERE, "map", {"which": "poz"}, focused="which")
    first = (await look(maze, "map", which="1")).message
    third = await look(maze, "map", which="3")

    assert [one.name for one in known] == ["Poziom 1", "Cała mapa poziomu 1"]
    assert first is not None
    assert "Mapa poziomu 1" in first.text
    assert "Nie da się teraz wybrać „3”." in third.text


@pytest.mark.parametrize("typed", ["whole", "cała"])
async def test_all_of_a_level_can_be_asked_for(maze: Channel, typed: str) -> None:
    """In either language, whether it has grown or not."""
    shown = (await look(maze, "map", which=typed)).message

    assert shown is not None
    assert shown.ephemeral
    assert "map-whole.png" in str(shown.data)


async def test_beside_a_part_of_the_map_stands_a_button_for_all_of_it(maze: Channel) -> None:
    """As soon as the level has grown beyond the picture; it answers to whoever presses it alone, and old ones, too."""
    buttons = {one.emoji for one in maze.asking()[-1].buttons}
    for _ in range(80):
        await maze.press("Ala", AS_USUAL)
        if any(one.emoji == WHOLE for one in maze.asking()[-1].buttons):
            break
    before = maze.story()

    await maze.press("Celina", WHOLE)
    told = next(maze.hands.newest_first(HERE, "Celina"))

    assert WHOLE not in buttons
    assert told.ephemeral
    assert "map-whole.png" in str(told.data)
    assert maze.story() == before


async def test_who_types_nonsense_is_told_what_can_be_typed(maze: Channel) -> None:
    """Some answers that can be given now, as completion names them."""
    known = await maze.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
    refused = await look(maze, "answer", value="xyzzy")

    assert refused.text.startswith("Nie da się teraz wybrać „xyzzy”. Można na przykład: ")
    assert 1 <= len([one for one in known if one.name in refused.text.replace("\\", "")]) <= 3


async def test_the_party_is_shown_rank_by_rank(maze: Channel) -> None:
    """Four members, each with strength, weapon, gold and experience, below their picture."""
    shown = (await look(maze, "party")).message

    assert shown is not None
    assert shown.ephemeral
    assert shown.attachments[0]["filename"] == "party.png"
    assert shown.text.count("siła") == shown.text.count("doświadczenie") == 4
    assert "przygoda 1 z 3" in shown.text


async def test_a_hero_has_a_sheet(maze: Channel) -> None:
    """One's own characters without a name, each once in one message; somebody who does not exist is refused."""
    before = len(maze.hands.messages(HERE, "Ala"))
    await look(maze, "hero")
    await maze.hands.settled()
    own = maze.hands.messages(HERE, "Ala")[before:]
    nobody = await look(maze, "hero", name="Sauron")

    (sheet,) = own
    assert sheet.ephemeral
    assert [one["filename"] for one in sheet.attachments] == [f"card-{nth}.png" for nth in range(1, 5)]
    assert ["odporność" in one["description"] for one in sheet.attachments] == [True] * 4
    assert "odporność" not in sheet.text
    assert "Nie da się teraz wybrać „Sauron”." in nobody.text


async def test_the_story_begins_with_the_party(maze: Channel) -> None:
    """After the draft its picture is posted once, with words for those who do not see it, and then the map."""
    story = [message for message in maze.hands.messages(HERE, "Ala") if message.attachments]

    assert [one["filename"] for one in story[0].attachments] == ["party.png", "map.png"]
    assert "Karty drużyny. Przy życiu: 4." in str(story[0].data)
    await maze.command("Ala", "move", where="A")
    pictures = [one["filename"] for message in maze.hands.messages(HERE, "Ala") for one in message.attachments]
    assert pictures.count("party.png") == 1


async def test_status_tells_how_far_the_game_has_come(maze: Channel) -> None:
    """Adventure, sun, gold, the living, besides what is asked."""
    said = (await look(maze, "game status")).text

    assert "Przygoda 1 z 3, słońce: " in said
    assert "0 sztuk złota, przy życiu: 4" in said
    assert "etap 1" in said


async def test_formation_opens_a_panel(maze: Channel) -> None:
    """Without ranks ``/formation`` opens the panel; with ranks it is an answer."""
    panel = await look(maze, "formation")

    assert panel.kind == "ephemeral"
    assert panel.message is not None
    assert panel.message.selects


async def test_talking_to_nobody_says_what_is_asked(maze: Channel) -> None:
    """No monsters, no bribe."""
    outcome = await look(maze, "bribe", gold="20")

    assert "To nie ten moment." in outcome.text
    assert "Dokąd teraz?" in outcome.text
