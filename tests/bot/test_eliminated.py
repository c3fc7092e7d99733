"""Who is out of a game that goes on: called once, told the place, with a line of farewell before the next question."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games import face_of
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.jaskinia.events.course import PlayerOut
from rules.labirynt_czarnoksieznika.events.course import TeamOut
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.view import View
from tests.bot.a_cave import a_figure, a_meeting
from tests.bot.a_channel import HERE, a_channel
from tests.bot.test_cave_duels import a_bully
from tests.images.caves import a_crowded_cave
from tests.images.dungeons import a_crowded_game
from tests.images.mazes import a_party

NOON = datetime(2026, 11, 27, 11, tzinfo=UTC).timestamp()


@pytest.mark.night
@pytest.mark.parametrize("asleep", [False, True])
async def test_whoever_is_out_is_called_before_the_next_question(tmp_path: Path, asleep: bool) -> None:
    """By name in a message of their own, which makes no sound in quiet hours."""
    rules = a_meeting(a_bully(), a_figure("miner", endurance=2), a_figure("rogue", "E6"), crystal="A2")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up(clock=lambda: NOON):
        if asleep:
            await channel.command("Bartek", "quiet", hours="11-14")
        await channel.opened("Ala", "Bartek", "Celina")
        for value in ("go:C6", "attack:s2", "devour"):
            await channel.answer("Ala", value)

        sent = [call for call in channel.playground.requests if "**Miejsce 3 z 3**" in str(call.body)]
        told = [message.text for message in channel.hands.messages(HERE, "Ala") if not message.ephemeral]
        bartek = channel.playground.world.person("Bartek")["user"]["id"]
        place = next(nth for nth, text in enumerate(told) if "**Miejsce 3 z 3**" in text)

        assert len(sent) == 1
        assert f"<@{bartek}>" in told[place]
        assert "Górnik" in told[place]
        assert [user["username"] for user in sent[0].reply["mentions"]] == ([] if asleep else ["bartek"])
        assert place < len(told) - 1  # the question of the others stands below
        assert channel.is_asked()


@pytest.mark.parametrize("locale", LOCALES)
def test_each_game_has_a_farewell_with_the_place(locale: str) -> None:
    """Nobody gets one whose characters can come back."""
    narrator = Narrator(locale, {})
    sorcerer: Any = a_crowded_game(2)
    seat = sorcerer.teams[0].seat
    out = replace(sorcerer, teams=(replace(sorcerer.teams[0], out=True), *sorcerer.teams[1:]))
    cave: Any = a_crowded_cave()
    dead = replace(cave.players[0], out=True, seeker=None, last=cave.players[0].seeker.name)
    lost = replace(cave, players=(dead, *cave.players[1:]))

    assert face_of("labirynt-czarnoksieznika").farewells(narrator, sorcerer, [TeamOut(seat)]) == {}
    assert str(len(out.teams)) in face_of("labirynt-czarnoksieznika").farewells(narrator, out, [TeamOut(seat)])[seat]
    assert face_of("jaskinia").farewells(narrator, cave, [PlayerOut(dead.seat)]) == {}
    assert str(len(lost.players)) in face_of("jaskinia").farewells(narrator, lost, [PlayerOut(dead.seat)])[dead.seat]
    assert face_of("jaskinia").farewells(narrator, lost, []) == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_last_hero_of_a_player_is_taken_leave_of(locale: str) -> None:
    """The party goes on; somebody with another hero alive is not out."""
    face, narrator, party = face_of("labirynt-smierci"), Narrator(locale, {}), a_party()
    seat = party.characters[0].seat

    def farewells(*alive: bool) -> Any:
        heroes = (replace(hero, seat=seat, alive=lives) for hero, lives in zip(party.characters, alive, strict=False))
        view = View(3, False, "", replace(party, characters=tuple(heroes)), None)
        return face.farewells(narrator, view, [CharacterDied(party.characters[0].name)])

    assert str(narrator.term(party.characters[0].name)) in farewells(False, False)[seat]
    assert farewells(False, True) == {}
