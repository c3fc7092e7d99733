"""What rivals seldom do has words too, in every game where they play against each other; and secrets stay secret."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from bot.discord.prompts import words
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.autopilot import anything
from rules.kernel.requests import Choose, Option, Request, Seat
from rules.kernel.turns import names, values_of
from rules.kernel.words import Word
from tests.bot.words.heard import Rivalry
from tests.bot.words.test_narrator_game import ASKED, PLAYED, STAGES, found, listened, without_words
from tests.of_each_game import of_each_game

ROLLED = re.compile(r"""(?:table\.roll\([^,()]+|\bthrow\(table, game), "(\w+\.\w+)\"""")


RIVALS: Mapping[str, Rivalry] = {
    game: module.RIVALRY
    for game, module in of_each_game("tests.bot.words.heard.{}").items()
    if hasattr(module, "RIVALRY")
}


def test_all_rivals_are_listened_to() -> None:
    """Every game in which players are rivals is here."""
    assert list(RIVALS) == [game for game in all_games() if load(game).rivals]


@pytest.mark.parametrize("game", RIVALS)
@pytest.mark.long
def test_rivals_who_do_as_they_like_have_words(game: str) -> None:
    """Spells, orders, robbery, trades: what sensible rivals rarely do is told as well."""
    rules, luck = load(game), Random(10)

    def whim(state: Any, request: Request[Any], seat: Seat) -> Value:
        sensible = luck.random() < 0.5
        return rules.autopilot(state, request, seat) if sensible else anything(request, seat, luck.randrange)

    heard = listened(rules, 2 * STAGES, whim)

    assert set(RIVALS[game].rare) <= heard
    assert without_words(heard) == []


@pytest.mark.parametrize("game", RIVALS)
@pytest.mark.parametrize("locale", LOCALES)
def test_which_secret_somebody_is_asked_is_not_told(locale: str, game: str) -> None:
    """A Force Shield, a Spell, two Runes: to everybody each question is the same, or it would tell what one holds."""
    narrator = Narrator(locale)
    for why in found(game, ASKED):
        ask = Choose(who="s1", why=why, options=(Option("one", "one"), Option("two", "two")), secret=True)
        assert words.question(narrator, ask, openly=True) == narrator.say("ask.secret")
        assert words.reason(narrator, ask, openly=True) == ""
        assert words.question(narrator, msgspec.structs.replace(ask, secret=False)) != narrator.say("ask.secret")


@pytest.mark.parametrize("game", RIVALS)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_throw_between_rivals_says_what_it_is_for(locale: str, game: str) -> None:
    """Beside the dice, and where people throw them by hand."""
    narrator, rolls = Narrator(locale), found(game, ROLLED)

    named = sorted({*rolls, *RIVALS[game].rolls})
    missing = [key for why in named for key in (f"ask.{why}", f"dice.{why}") if not narrator.has_words(key)]

    assert set(RIVALS[game].thrown) <= rolls
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


@pytest.mark.parametrize("game", RIVALS)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_option_between_rivals_has_its_name(locale: str, game: str) -> None:
    """Labels and notes that stand in the sources or are put together there, every value of a standing order."""
    narrator, rivalry = Narrator(locale), RIVALS[game]
    options = set(offered(PLAYED[game].package))

    ordered = [(name, value) for name in names(rivalry.orders) for value in values_of(rivalry.orders, name)]
    named = {*options, *rivalry.options, *(f"option.{rivalry.head}.{name}.{value}" for name, value in ordered)}
    missing = [key for key in sorted(named) if not narrator.has_words(key)]

    assert set(rivalry.offered) <= options
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


def offered(package: ModuleType) -> Iterator[str]:
    """The keys of every ``Option("id", "label", "note")`` that the sources of a package write out."""
    for file in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Option":
                for head, said in zip(("option", "note"), call.args[1:3], strict=False):
                    if isinstance(said, ast.Constant) and isinstance(said.value, str):
                        yield f"{head}.{said.value}"


@pytest.mark.parametrize(
    ("locale", "said"),
    [("pl", "(komnata Teleportu B3). Na miejscu: Osten."), ("en", "(Teleport chamber B3). Already there: Osten.")],
)
def test_an_arrival_is_said_with_its_chamber_and_who_is_there(locale: str, said: str) -> None:
    """In every variant; of what is not there nothing."""
    facts = {
        "who": Word("character.taelin"),
        "board": Word("board.catacombs"),
        "where": "B3",
        "people": (Word("character.osten"),),
        "things": (),
    }
    narrator = Narrator(locale)

    assert all(narrator.say(f"event.Transferred.{n}", **facts).endswith(said) for n in range(1, 11))


@pytest.mark.parametrize(("locale", "end"), [("pl", "runda 1"), ("en", "round 1")])
def test_before_the_first_turn_a_backpack_names_nobody(locale: str, end: str) -> None:
    """Not "round 1,'s turn"."""
    facts = {"team": Word("team.dwarves"), "gems": 1, "goal": 8, "round": 1}

    assert Narrator(locale).say("sorcerer.mine", turn="", **facts).endswith(end)
    assert "Ala" in Narrator(locale, {"s1": "Ala"}).say("sorcerer.mine", turn="s1", **facts)
