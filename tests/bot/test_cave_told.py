"""What one reads in the Cave: why nothing happens, what awaits at the end of a move, what finding the Crystal means."""

from __future__ import annotations

import pytest

from bot.discord.prompts import words
from bot.discord.prompts.story import words as told
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.jaskinia.events.cards import NothingHappens
from rules.jaskinia.exploration.chambers import enter_chamber, trial_offers
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.movement import move_offers
from rules.kernel.requests import Choose, Option
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import a_game, give, lay
from tests.rules.playing import question

MINER = Word("seeker.miner")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "why", ["items", "gold", "spells", "wounds", "power", "evil", "good", "neutral", "left", "poor", "vain"]
)
def test_each_reason_for_nothing_has_words_of_its_own(locale: str, why: str) -> None:
    """[12] In both languages."""
    narrator = Narrator(locale)
    general = {told(narrator, NothingHappens(MINER), turn) for turn in range(60)}

    assert told(narrator, NothingHappens(MINER, Word(f"cavenothing.{why}")), 1) not in general


def notes(locale: str, *options: Option) -> dict[str, str]:
    """The notes of options by their ids."""
    return {one.id: words.note(Narrator(locale), one) for one in options}


@pytest.mark.parametrize(
    ("locale", "wanted"),
    [
        (
            "pl",
            {"roll:E5": "1: E5 (Kładka nad przepaścią), 2–4: E4 ⚔️42% (Ork i Wrota W2)", "go:F6": "wróg 4"},
        ),
        (
            "en",
            {
                "roll:E5": "1: E5 (Bridge over the chasm), 2–4: E4 ⚔️42% (Orc and Gates W2)",
                "go:F6": "an Enemy 4",
            },
        ),
    ],
)
def test_every_destination_says_what_is_known_of_it(locale: str, wanted: dict[str, str]) -> None:
    """[4.5, 3.8] Where each face leads and who lies there; of an empty corridor what its cards are like."""
    game = a_game("miner", at="E6")
    lay(game, "E4", "orc")
    game.trip.path = ["E6"]

    said = notes(locale, *(offer.option for offer in move_offers(game, game.seeker_of("s1"))))

    assert all(said.values()), said
    assert {id: part for id, part in wanted.items() if part not in said[id]} == {}, said


@pytest.mark.parametrize(("locale", "wanted"), [("pl", "śmierć jest ostateczna"), ("en", "death is final")])
def test_the_map_says_what_finding_the_crystal_does(locale: str, wanted: str) -> None:
    """[8.5, 10.2] The question, its button, and the note beside it."""
    game = a_game("cartographer", at="A6")
    one = game.seeker_of("s1")
    give(game, "s1", "map_fragment")

    ask = question(lambda table: enter_chamber(table, game, one))

    assert isinstance(ask, Choose)
    use = ask.options[0]
    narrator = Narrator(locale)
    assert wanted in words.question(narrator, ask)
    assert wanted in words.label(narrator.plain, use, short=True)
    assert len(words.label(narrator.plain, use, short=True)) <= 80
    assert "%" in notes(locale, use)["use"]


@pytest.mark.parametrize("locale", LOCALES)
def test_who_has_nothing_from_a_place_reads_so_where_it_is_offered(locale: str) -> None:
    """[13 shrine] The Cannibal is evil, the Friar is not."""
    said = []
    for seeker in ("cannibal", "friar"):
        game = a_game(seeker, at="B6")
        game.seeker_of("s1").endurance = 2
        lay(game, "C6", "shrine")
        said.append(notes(locale, *(offer.option for offer in move_offers(game, game.seeker_of("s1"))))["go:C6"])

    evil, other = said
    assert evil.startswith(other)
    assert evil != other


@pytest.mark.parametrize(("endurance", "deadly"), [(4, False), (1, True)])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_button_says_where_death_is_at_stake(locale: str, endurance: int, deadly: bool) -> None:
    """[6.2, 10.6] Before the dice of a fight, of a trial, and at the end of a move."""
    game = a_game("rogue", at="E1")
    one = game.seeker_of("s1")
    one.endurance, game.crystal = endurance, "E1"
    lay(game, "F1", "orc")
    game.trip.path = ["E1"]
    ask = question(lambda table: face_enemies(table, game, one, lying(game, one, "goblin"), "fight"))
    offers = [*ask.actions, *trial_offers(game, one), *move_offers(game, one)]  # type: ignore[attr-defined]
    said = {offer.option.id: words.label(Narrator(locale).plain, offer.option, short=True) for offer in offers}

    assert ["☠️" in said[id] for id in ("fight", "trial:strength", "go:F1")] == [deadly] * 3, said


def lying(game: Game, one: Seeker, card: str) -> list[str]:
    """A card laid where a Seeker stands."""
    lay(game, one.at, card)
    return [card]
