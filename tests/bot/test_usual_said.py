"""What «as usual» would do stands on its button, unless that could tell what somebody at the table hides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord.prompts.choices import controls, notes, public_controls
from bot.discord.prompts.components import SEEN, Press, read
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown, prompt
from bot.table.records import Press as Answered
from bot.table.timekeeping import players, waited_at
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.autopilot import Advice
from rules.kernel.game import Rules
from rules.kernel.offers import Way, choice
from rules.kernel.requests import PARTY, Action, Amount, Choose, ChooseSome, NextAction, Option, Request
from tests.bot import parlour
from tests.bot.a_channel import AS_USUAL, UNSAID, a_table
from tests.bot.a_sorcerer import ATTACKER, Midgame
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, a_house, an_interaction

DOORS = (Option("oak", "oak"), Option("iron", "iron"))
WAYS = (Action("s1", Option("on", "on")), Action("s1", Option("back", "back")))
ORDERS = Action("s2", Option("orders", "orders"), aside=True, secret=True)

SAID: list[tuple[Request[Any], str]] = [
    (Choose(who="s1", why="door", options=DOORS), " oak"),
    (ChooseSome(who="s1", why="doors", options=DOORS, least=1, most=1), " oak"),
    (Amount(who="s1", why="gold", least=2, most=9), " 2"),
    (NextAction(who=PARTY, why="next", actions=WAYS), " on"),
    (Choose(who="s1", why="door", options=DOORS, secret=True), " Jak zwykle"),
    (NextAction(who=PARTY, why="next", actions=WAYS, secret=True), " Jak zwykle"),
    (NextAction(who=PARTY, why="next", actions=(*WAYS, ORDERS)), " Jak zwykle"),
]


@pytest.mark.parametrize(("request_", "said"), SAID)
async def test_at_a_table_with_secrets_what_is_asked_openly_is_advised_openly(
    tmp_path: Path, request_: Request[Any], said: str
) -> None:
    """A prize, a way, a number are everybody's to read; what is asked in secret, or beside secrets, is not."""
    scene = await _at_a_table(tmp_path / "db", load("jaskinia"), request_)

    assert scene.has_secrets
    assert public_controls(scene, "s1", things=True).buttons[0].label == AS_USUAL + said


async def test_advice_that_follows_from_a_backpack_stays_unsaid(tmp_path: Path) -> None:
    """Who carries the winning Crystal pays to be sent home; the question is open, what it comes from is not."""
    ways = [Way(Option("die", "die"), None), Way(Option("0", "home"), 0), Way(Option("1", "away"), 1)]
    where = choice("s1", "teleport.choose", ways)
    carrying, bare = [await _at_a_table(tmp_path / pack, _with_in_pack(pack), where) for pack in ("crystal", "dagger")]
    for one in (carrying, bare):
        one.standing.state.entered = "taelin"
    shown = [public_controls(one, "s1", things=True).buttons for one in (carrying, bare)]

    assert [one.usual(where, "s1") for one in (carrying, bare)] == ["0", "die"]
    labels = [UNSAID, "die", "home", "away", "Moje rzeczy…"]
    assert [[button.label for button in buttons] for buttons in shown] == [labels, labels]


def _with_in_pack(token: str) -> Rules[Any]:
    """Ala needs one Crystal more; this is what Taelin carries."""
    people = [{**ATTACKER, "pack": [token]}, {"id": "haldra", "at": "B3@0"}]
    return Midgame(characters=people, gems={"s1": 17, "s2": 0})


RUNES = ("fire", "water", "air", "earth")


async def _before_the_move(file: Path, at: str, rune: str) -> tuple[str, str]:
    """What the button says in the channel, and in Ala's own panel, when Taelin stands there with this Rune."""
    people = [{"id": "taelin", "at": at, "rune": rune, "pack": ["elixir"]}, {"id": "haldra", "at": "A1@1"}]
    async with a_house(file, Midgame(characters=people)) as house:
        await house.lobby(ALA, OLEK)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        scene = Scene(standing, Midgame(characters=people))
        own = controls(scene, scene.waiting, (), "s1")
        openly = public_controls(scene, "s1", things=True).buttons[0]
        return _said(openly), _said(own.buttons[0])


def _said(button: Press) -> str:
    """What a button says, in plain content and beside it in a layout."""
    return f"{button.label} {button.text}".strip()


async def test_a_move_that_everybody_can_foretell_is_named_with_its_errand(tmp_path: Path) -> None:
    """At home every Rune goes to the Teleport, whichever it is; the button says so, and is the same for all four."""
    said = {await _before_the_move(tmp_path / rune, "B3@0", rune) for rune in RUNES}

    assert len(said) == 1
    openly, own = said.pop()
    assert openly == own
    assert openly.startswith(f"{AS_USUAL} ")
    assert "B2 komnata Teleportu" in openly
    assert "🎯 na inną planszę" in openly


async def test_a_move_that_a_secret_rune_decides_is_named_to_its_player_alone(tmp_path: Path) -> None:
    """From the Teleport of the other board each Rune goes its own way."""
    said = [await _before_the_move(tmp_path / rune, "B3@1", rune) for rune in RUNES]

    assert {openly for openly, _ in said} == {f"{UNSAID} (który ruch: 🎒)"}
    assert len({own for _, own in said}) > 1
    assert any("🎯 oddaje Runę" in own or "🎯 z Runą do" in own for _, own in said)


STAGES = 40
"""So long a game is played as usual."""
SEED = b"\x08" * 32
"""With it a lone player's party is dealt a better weapon than the one in hand."""
LONG_LIVED = b"\x05" * 32
"""With it a party that lives by usual answers alone sees many stages."""


async def _questions(file: Path, game: str, *users: int, stages: int = STAGES, seed: bytes = SEED) -> list[Shown]:
    """What is shown of each question in a game in which everybody answers as usual."""
    rules, shown = load(game), list[Shown]()
    async with a_house(file, rules, lambda: seed) as house:
        await house.lobby(*users)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
        while standing.waiting is not None and standing.address.stage < stages:
            shown.append(prompt(Scene(standing, rules)))
            player = players(standing.record)[waited_at(standing)[0]]
            press = Answered(standing.record.id, player, an_interaction(), None, usual=True)
            standing = (await house.sessions.answer(press)).standing
    return shown


@pytest.mark.parametrize("game", all_games())
async def test_the_small_button_of_a_usual_answer_has_a_word_of_its_own(tmp_path: Path, game: str) -> None:
    """Beside «explore on» stands «explore», not «I choose»; it fits below plain content, too."""
    general = Narrator("pl", marked=False).say("button.pick")
    shown = await _questions(tmp_path / "db", game, ALA, OLEK, seed=LONG_LIVED)

    usual = [each.choices.buttons[0] for each in shown if each.choices and each.choices.buttons]

    assert len(usual) > STAGES
    assert {button.text for button in usual if general in button.small} == set()
    assert {button.small for button in usual if len(button.small) > SEEN} == set()


@pytest.mark.parametrize("seats", [(ALA,), (ALA, OLEK, EWA)])
async def test_a_fresh_game_begins_with_a_step_into_the_labyrinth(tmp_path: Path, seats: tuple[int, ...]) -> None:
    """Whoever held a worse weapon has taken the better one in hand with the order of march."""
    first, *_ = await _questions(tmp_path / "db", "labirynt-smierci", *seats, stages=2)

    assert first.choices is not None
    assert first.choices.buttons[0].label.startswith(f"{AS_USUAL} Badaj dalej")


async def _at_a_table(file: Path, rules: Rules[Any], request: Request[Any]) -> Scene:
    """Two play, and this is asked."""
    async with a_house(file, rules) as house:
        await house.lobby(ALA, OLEK)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        return Scene(msgspec.structs.replace(standing, waiting=request), rules)


WAY = Action(PARTY, Option("on", "on"))
LESSON = NextAction(who=PARTY, why="next", actions=(Action("s2", Option("learn", "learn"), aside=True), WAY))


async def _with_a_lesson(file: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Bartek could spend his experience before the party goes on, and would as usual."""
    scene = await _at_a_table(file, load(game), LESSON)

    def advise(_: object, __: object, request: NextAction, seat: str) -> Advice:
        return Advice([request.of(seat)[0].option.id])

    monkeypatch.setattr(type(scene.rules), "advise", advise)
    return scene


async def test_what_is_usual_before_everybody_is_what_anybody_may_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open button says and does the way on, his own panel what is his."""
    scene = await _with_a_lesson(tmp_path / "db", "jaskinia", monkeypatch)

    assert public_controls(scene, "s1", things=True).buttons[0].label == f"{AS_USUAL} on"
    assert [scene.usual(LESSON, "s2"), scene.usual(LESSON, "s2", openly=True)] == [["learn"], ["on"]]


async def test_ones_own_panel_says_what_the_prompt_says_where_that_is_another_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bartek reads beside his own advice what the button before everybody means, and why; Ala, for whom it is the same,
    reads nothing of it."""
    scene = await _with_a_lesson(tmp_path / "db", "jaskinia", monkeypatch)

    said = "-# W kanale ⭐ znaczy: on. Tutaj liczy się też to, czego inni nie widzą."
    assert [said in controls(scene, LESSON, (), seat).lines for seat in ("s1", "s2")] == [False, True]


async def test_where_nobody_hides_anything_ones_own_panel_says_what_the_prompt_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Bartek alone could do first is in his menu; «as usual» is one thing, wherever it is pressed."""
    scene = await _with_a_lesson(tmp_path / "db", "labirynt-smierci", monkeypatch)

    own = controls(scene, LESSON, (), "s2").buttons

    assert own[0].label == public_controls(scene, "s1", things=True).buttons[0].label == f"{AS_USUAL} on"


async def test_what_two_ways_bring_alike_is_said_once(tmp_path: Path) -> None:
    """By the letters of their buttons; what has no letter has a line of its own."""
    steps = [
        Option(name, "turn.step", "turn.step.runes.own", {"letter": letter, "who": name})
        for name, letter in (("taelin", "K"), ("eriald", "L"))
    ]
    bare = [Option(name, "oak", "turn.step.runes.own") for name in ("a", "b")]
    scene = await _at_a_table(tmp_path / "db", load("jaskinia"), SAID[0][0])

    said = list(notes(scene, [*steps, *bare]))

    assert said[0].startswith("- **K, L** – ")
    assert len(said) == 3


def a_round_or_a_rest(state: parlour.Parlour) -> Request[Any]:
    """Hand one of the drinks round, which is usual, or wait."""
    drinks = Choose(who=PARTY, why="parlour.drink", options=parlour.DRINKS)
    hand, wait = Action(PARTY, Option("hand", "hand"), drinks), Action(PARTY, Option("wait", "parlour.wait"))
    return NextAction(who=PARTY, why="next", actions=(hand, wait))


async def test_other_ways_to_do_the_usual_come_last(tmp_path: Path) -> None:
    """What else there is has room before them."""
    async with a_table(tmp_path, parlour.ParlourRules(a_round_or_a_rest), "Ala", "Bartek") as channel:
        [prompt] = channel.asking()
        options = [id.option for button in prompt.buttons if (id := read(button.custom_id)) and id.verb == "pick"]

    assert options == ["wait", "hand"]
