"""Experience to spend in Labirynt Śmierci: told when it is enough, and each choice says what it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord.prompts.choices import LISTED
from bot.discord.prompts.components import TITLE
from bot.discord.prompts.table_words import note
from bot.discord.prompts.words import form_title, label
from bot.games import face_of
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.kernel.requests import Amount, Choose, Form, Option, Roll, Seat, Text
from rules.labirynt_smierci.events.finds import ExperienceGained
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.experience import improvement_form, improvement_offers
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import load
from tests.bot.a_channel import HERE, a_channel
from tests.bot.test_faces import a_view
from tests.bot.test_journeys import MAZE, QUIET
from tests.images.mazes import a_character, a_party

FACE = face_of("labirynt-smierci")
POLISH = Narrator("pl")


@pytest.mark.parametrize(("points", "told"), [(20, ["📈 Pora na awans: Lena"]), (9, []), (0, [])])
def test_who_can_improve_from_now_on_is_told_once(points: int, told: list[str]) -> None:
    """When fifty points are reached, and not again for what was left over."""
    hero = msgspec.structs.replace(a_character("ala", "Lena", "elf"), experience=60, improvements=1, lesson=50)
    view = a_view(msgspec.structs.replace(a_party(), characters=(hero,)))

    assert FACE.standings(POLISH, view, [ExperienceGained(("Lena",), points)]) == told


def test_each_choice_says_its_number_now_and_then_and_what_it_means() -> None:
    """A skill with a weapon that is not in hand says so."""
    own = offered(in_hand="dagger")
    strong, weapon = (next(one for one in own if one.id == what) for what in ("strength", "weapon"))

    assert label(POLISH, strong) == "siła 10 → 11"
    assert note(POLISH, strong) == "o jedną ranę więcej do zniesienia"
    assert label(POLISH, weapon) == "miecz 2 → 3"
    assert note(POLISH, weapon) == "+1 do każdego ciosu tą bronią, ale teraz w ręku jest sztylet"
    held = next(one for one in offered(in_hand="sword") if one.id == "weapon")
    assert note(POLISH, held) == "+1 do każdego ciosu tą bronią"


@pytest.mark.parametrize("locale", LOCALES)
def test_no_choice_is_without_its_meaning(locale: str) -> None:
    """Short enough for a menu."""
    notes = [note(Narrator(locale), one) for one in offered() if one.id != "later"]

    assert all(0 < len(said) <= 100 for said in notes)


def test_the_button_counts_what_the_whole_party_can_take() -> None:
    """Three of one player and one of another."""
    party: list[Any] = [{"hero": "lord_dil", "experience": 150}, {"hero": "alric", "experience": 60, "seat": "s2"}]
    game, _ = RULES.scene("way", {"party": party, "seats": ["s1", "s2"]})

    assert [offer.option.facts["ready"] for offer in improvement_offers(game)] == [4, 4]


class Learned(LabiryntSmierci):
    """The rules, whose games begin inside with experience to spend, and much else to do first."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """One improvement is ready for the first seat, two for the second."""
        party = [
            {"hero": "lord_dil", "experience": 50, "gold": 5, "seat": "s1", "items": [BELT]},
            {"hero": "alric", "experience": 120, "gold": 5, "seat": seats[-1], "items": [BELT]},
            {"hero": "eodred", "gold": 5, "seat": "s1"},
            {"hero": "gilith", "gold": 5, "seat": seats[-1]},
        ]
        setup = {"maze": MAZE, "at": [0, -3], "seats": seats, "options": dict(options), "party": party}
        game: Game = self.scene("stage", setup)[0]
        return game


BELT = {"kind": "talisman", "name": ""}


async def test_improvements_are_a_button_that_opens_ones_own(tmp_path: Path) -> None:
    """Three are ready at the table; each player chooses for their own hero. The menu has at most nine entries."""
    async with a_channel(tmp_path, Learned(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened("Ala", "Bartek")
        asked = channel.asking()[-1]
        await channel.press("Bartek", "📈 3")
        panel = channel.hands.messages(HERE, "Bartek")[-1]

        assert panel.ephemeral
        assert "Alryk: " in panel.text
        assert "Lord Dil" not in panel.text
        first, second = ([option["label"] for option in select.options] for select in panel.selects)
        assert "siła 6 → 7" in first
        assert "siła, jeszcze +1" in second, "which number it will be depends on the first"
        (menu,) = asked.selects
        assert len(menu.options) <= LISTED
        assert "Oddaj rzecz lub złoto…" in [option["label"] for option in menu.options]


RULES = LabiryntSmierci.with_tables()


def offered(**of_hero: Any) -> tuple[Option, ...]:
    """What Lord Dil may learn."""
    game, _ = RULES.scene("way", {"party": [{"hero": "lord_dil", "experience": 60, **of_hero}]})
    form = improvement_form(game, "s1")
    assert isinstance(form, Form)
    ask = form.fields[0].ask
    assert isinstance(ask, Choose)
    return ask.options


# The titles of forms -------------------------------------------------------------------------------------------


BRIBE = Amount(who="s1", why="bribe.offer", least=1, most=399, facts={"rows": (40, 60, 200), "limits": (1, 2, 5)})
LONG = Text(who="s1", why="apprentice.name", longest=20)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("ask", [BRIBE, LONG, Roll(who="s1", why="bribe.roll", code="1K6", facts={"limit": 2})])
def test_the_title_of_a_form_is_not_cut(locale: str, ask: Any) -> None:
    """It is a whole sentence; the odds stand in the message."""
    title = form_title(Narrator(locale), ask)

    assert 0 < len(title) <= TITLE
    assert "…" not in title


def test_the_title_of_a_bribe_is_its_question() -> None:
    """Without the chances."""
    assert form_title(POLISH, BRIBE) == "Ile proponujecie (1–399)?"
