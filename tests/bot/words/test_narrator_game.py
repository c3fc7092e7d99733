"""Whole games are told in both languages without a missing word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

import images
from bot.discord.prompts import words
from bot.discord.prompts.story import lines, private_lines
from bot.run.print_words import options_of, questions_inside, say_question
from bot.table.records import Address
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Amount, Choose, ChooseSome, Field, Form, NextAction, Option, Request, Seat, Text
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import Blow
from tests.of_each_game import of_each_game

STAGES = 60
PLAYERS = (("s1", "Ala"), ("s2", "Olek"), ("s3", "Ewa"), ("s4", "Jan"))


PLAYED = {game: module.HEARD for game, module in of_each_game("tests.bot.words.heard.{}").items()}


def test_every_game_is_listened_to() -> None:
    """A new game does not stay unheard."""
    assert list(PLAYED) == list(all_games())


def needed(request: Request[Any]) -> Iterator[str]:
    """The keys without which some prompt for this question, or for a part of it, would lack words."""
    yield from (f"ask.{request.why}", f"why.{request.why}")
    for option in options_of(request):
        yield f"option.{option.label}"
        yield from [f"note.{option.note}"] * bool(option.note)
    if isinstance(request, Form):
        yield from (field.title.key for field in request.fields if isinstance(field.title, Word))
    for inner in questions_inside(request):
        yield from needed(inner)


@pytest.mark.parametrize("game", PLAYED)
def test_whole_games_have_words(game: str) -> None:
    """Games by the autopilot: every question says what and why, every choice its name, every event what happened."""
    rules = load(game)

    heard = listened(rules, STAGES, rules.autopilot)

    assert without_words(heard) == []


def without_words(keys: Iterable[str]) -> list[str]:
    """The keys without words, each with the language that lacks them."""
    return [f"{locale}: {key}" for locale in LOCALES for key in sorted(keys) if not Narrator(locale).has_words(key)]


def listened(rules: Rules[Any], stages: int, answer: Callable[[Any, Request[Any], Seat], Value]) -> set[str]:
    """The keys that games of several sizes need; fails where what is said lacks words or a fact in a language.

    A turn with secrets whose words name facts has others for those whom they do not concern.
    """
    narrators, played = [Narrator(locale, dict(PLAYERS)) for locale in LOCALES], PLAYED[rules.name]
    keys: set[str] = set()

    def people(request: Request[Any], seat: Seat) -> Value:
        keys.update(needed(request))
        value = answer(state, request, seat)
        for narrator in narrators:
            say_question(narrator, request)
            if isinstance(request, NextAction) and request.secret and not narrator.is_bare(f"ask.{request.why}"):
                keys.add(f"ask.{request.why}.others")
            assert words.answer_in_words(narrator, request, value, seat)
        return value

    with capture_logs() as logged:
        for players in played.players:
            state = rules.begin(seat_ids(players), played.options)
            for stage in range(stages):
                if rules.over(state):
                    break
                told = run(rules, state, (), Sealed(bytes([players, stage] * 16)), people).told
                view = rules.view(state, None)
                for narrator in narrators:
                    lines(narrator, told, Address(0, stage, 0))
                    for seat in seat_ids(players):
                        private_lines(narrator, told, seat, Address(0, stage, 0))
                    played.look(narrator, view)

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
    return keys


ASKED = re.compile(
    r"""why="([\w.]+)"|"""
    r"""table\.(?:next_action|everyone)\(\s*"([\w.]+)"|"""
    r"""take\(\s*table,\s*"([\w.]+)"|"""
    r"""(?:choice|choice_of_some|volunteer)\(\s*[^,"]+,\s*"([\w.]+)"|"""
    r"""window\([^,"]+,\s*"([\w.]+)"|"""
    r"""table\.(?:choose|choose_some|amount|text|formation|form)\(\s*[^,"]+,\s*"([\w.]+)\""""
)


def found(game: str, pattern: re.Pattern[str]) -> set[str]:
    """What the sources of a game name where the pattern has a group."""
    sources = [
        file.read_text("utf-8") for file in sorted(Path(str(PLAYED[game].package.__file__)).parent.rglob("*.py"))
    ]
    return {match[match.lastindex or 0] for source in sources for match in pattern.finditer(source)}


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_of_the_rules_has_its_reason(locale: str, game: str) -> None:
    """Also the questions that a careful autopilot never comes to are named in the catalogues, and say why."""
    narrator, questions = Narrator(locale), found(game, ASKED)

    missing = [key for why in sorted(questions) for key in (f"ask.{why}", f"why.{why}") if not narrator.has_words(key)]

    assert set(PLAYED[game].asked) <= questions
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


@pytest.mark.parametrize("locale", LOCALES)
def test_pictures_have_their_words(locale: str) -> None:
    """Every key that a picture says by name is in the catalogues."""
    folder = Path(images.__file__).parent
    said = {key for file in folder.rglob("*.py") for key in re.findall(r'say\("([\w.]+)"', file.read_text("utf-8"))}

    assert said
    assert [key for key in sorted(said) if not Narrator(locale).has_words(key)] == []


@pytest.mark.parametrize(("mark", "told"), [("", "The orc ducks"), ("A", "Orc A ducks")])
def test_a_foe_has_an_article_or_a_letter(mark: str, told: str) -> None:
    """A letter is a name; and what ducks a bow's blow ducks an arrow."""
    blow = Blow("Ala", Word("weapon.bow"), Word("monster.orc"), mark, 2, 0, False)

    said = Narrator("en").say("event.Blow.no_wounds.4", **msgspec.structs.asdict(blow))
    assert said == f"{told} **Ala**'s arrow."


@pytest.mark.parametrize(
    ("locale", "gift", "payment", "orders"),
    [
        (
            "pl",
            "Ala oddaje nieznaną miksturę (bierze Bolek)",
            "Ala oddaje złoto: 5 (bierze Bolek)",
            "Ala bierze łuk; Szereg 1 bez zmian; Bolek czeka",
        ),
        (
            "en",
            "Ala gives the unknown potion to Bolek",
            "Ala gives gold to Bolek: 5",
            "Ala takes the bow; Rank 1 stays as it is; Bolek waits",
        ),
    ],
)
def test_a_filled_form_is_a_sentence(locale: str, gift: str, payment: str, orders: str) -> None:
    """No titles and colons where people say who does what."""
    narrator, seat = Narrator(locale), "s1"
    item = Option("potion", "give.what", facts={"who": "Ala", "item": Word("item.potion")})
    to = Field("to", Choose(who=seat, why="to", options=(Option("b", "give.to", facts={"who": "Bolek"}),)))
    what = Field("what", Choose(who=seat, why="give.what", options=(item,)))
    amount = Field("amount", Amount(who=seat, why="pay.amount", least=1, most=9))
    choices = (("a", "Ala", "weapon.bow"), ("r", Word("field.rank1"), "combat.stay"), ("b", "Bolek", "combat.hold"))
    fields = tuple(
        Field(name, Choose(who=seat, why="x", options=(Option("o", label),)), title) for name, title, label in choices
    )

    give = Form(who=seat, why="give", fields=(what, to), facts={"who": "Ala"})
    pay = Form(who=seat, why="pay", fields=(to, amount), facts={"who": "Ala"})
    several = Form(who=seat, why="combat.orders", fields=fields)

    assert words.answer_in_words(narrator, give, {"what": "potion", "to": "b"}) == gift
    assert words.answer_in_words(narrator, pay, {"to": "b", "amount": 5}) == payment
    assert words.answer_in_words(narrator, several, {"a": "o", "r": "o", "b": "o"}) == orders

    usual = msgspec.structs.replace(several, fields=tuple(msgspec.structs.replace(one, usual="o") for one in fields))
    first, _, last = orders.split("; ")
    assert words.answer_in_words(narrator, usual, {}) == f"{first}; {last}"  # who acts, and no standing order


def test_apprentices_are_named_one_by_one() -> None:
    """The fields of each have its number."""
    seat = "s1"
    weapons = tuple(Option(weapon, f"weapon.{weapon}") for weapon in ("sword", "bow"))
    fields = [
        field
        for n in (0, 1)
        for field in (
            Field(f"race{n}", Choose(who=seat, why="x", options=(Option("elf", "race.elf"),))),
            Field(f"name{n}", Text(who=seat, why="x", longest=40)),
            Field(f"weapons{n}", ChooseSome(who=seat, why="x", options=weapons, least=2, most=2)),
            Field(f"better{n}", Choose(who=seat, why="x", options=(Option("strength", "improvement.strength"),))),
        )
    ]
    form = Form(who=seat, why="setup.apprentices", fields=tuple(fields))
    each = {"race": "elf", "weapons": ["sword", "bow"], "better": "strength"}
    value = {f"{name}{n}": given for n in (0, 1) for name, given in {**each, "name": f"Zosia {n}"}.items()}

    said = words.answer_in_words(Narrator("pl"), form, value)

    assert said == "; ".join(f"Elf Zosia {n}, broń: miecz i łuk, +1 siły" for n in (0, 1))
