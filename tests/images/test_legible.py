"""The rule for telephones: 400 pixels wide, no letter of any picture is lower than 11 pixels.

The golden pictures are read where they are compared, in ``test_golden``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
import pytest

from bot.words.narrator import LOCALES, Narrator
from images.jaskinia.sheets import draw_seekers
from images.labirynt_czarnoksieznika.teams import draw_teams
from images.labirynt_smierci.battle import draw_battle
from images.labirynt_smierci.sheets import draw_card, draw_party
from images.lettering import Say
from rules.kernel.words import Fact
from rules.labirynt_smierci.view import PartyView
from tests.images import caves, dungeons, mazes, tidings
from tests.images.looking import Pictures
from tests.images.printed import printed, too_low
from tests.sampled import first_of


def crawl(say: Say) -> Iterator[Callable[[], bytes]]:
    """Fights, parties and sheets of Labirynt Śmierci, from the first to the fullest."""
    for battle in (mazes.a_battle(), mazes.a_battle("Ż" * 4000), mazes.a_battle_at_the_gate(), mazes.a_great_battle()):
        yield partial(draw_battle, battle, say)
    for party in (mazes.a_party(), mazes.a_party("a b " * 1000), mazes.a_late_party(), a_whole_party()):
        yield partial(draw_party, party, say)
    for one in (*mazes.a_hand(), mazes.an_ally()):
        yield partial(draw_card, one, say)


def a_whole_party() -> PartyView:
    """Twelve who carry all they can, three to a rank."""
    laden = mazes.a_full_sheet()
    all_of_them = tuple(msgspec.structs.replace(laden, id=str(number)) for number in range(12))
    ranks = tuple(tuple(str(3 * rank + nth) for nth in range(3)) for rank in range(4))
    return msgspec.structs.replace(mazes.a_late_party(), characters=all_of_them, formation=ranks)


def endless(key: str, /, **facts: Fact) -> str:
    """Words without end for everything."""
    return f"{key} " * 200


@pytest.mark.long
@pytest.mark.parametrize("locale", first_of(LOCALES, 1))
@pytest.mark.parametrize("pictures", [crawl, tidings.every_picture, dungeons.every_picture, caves.every_picture])
def test_every_letter_can_be_read_in_each_language(
    pictures: Pictures, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In real words, in crowded states: nothing is made smaller so that it fits."""
    for draw in pictures(Narrator(locale).plain.say):
        assert too_low(draw, monkeypatch) == []


@pytest.mark.long
@pytest.mark.parametrize("pictures", [crawl, tidings.every_picture, dungeons.every_picture, caves.every_picture])
def test_words_without_end_are_cut_and_not_made_smaller(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of 4,000 signs, a catalogue gone mad."""
    for draw in pictures(endless):
        assert too_low(draw, monkeypatch) == []


def test_signs_without_letters_are_not_measured_and_those_with_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure itself: what was drawn before hides nothing, and a picture of teams has its marks on it."""
    teams, seekers = partial(draw_teams, dungeons.a_late_game()), partial(draw_seekers, caves.a_late_cave())
    for draw in (teams, seekers):
        first, second, third = (
            printed(partial(draw, mazes.words), monkeypatch, quickly=quickly) for quickly in (False, False, True)
        )
        assert first == second == third
        assert {"1", "2"} <= {text.words for text in first}
