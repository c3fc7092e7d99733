"""The controls that fit a question: what to press, what to pick, and a line for each choice that costs something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from discord import ButtonStyle

from bot.prompts import words
from bot.prompts.controls import PER_SELECT, Menu, Pick, Press
from bot.prompts.ids import Path, token
from bot.prompts.scene import Scene
from bot.prompts.typed import few_numbers
from rules.kernel.answers import Value
from rules.kernel.requests import (
    Amount,
    Choose,
    ChooseSome,
    Draw,
    Everyone,
    Form,
    Formation,
    NextAction,
    Option,
    Request,
    Roll,
    Seat,
    Text,
)

MOST_BUTTONS = 20


class Controls(msgspec.Struct, frozen=True):
    """Lines of text, menus, buttons."""

    lines: Sequence[str] = ()
    menus: Sequence[Menu] = ()
    buttons: Sequence[Press] = ()


def controls(scene: Scene, request: Request[Any], path: Path, seat: Seat) -> Controls:
    """What to offer for a question at this place; ``seat`` is whose usual answer is offered."""
    if isinstance(request, Everyone):
        return Controls(buttons=(_usual_unsaid(scene), _open(scene, path)))
    offered = _offered(scene, request, path)
    usual = usual_button(scene, request, path, seat)
    return Controls(offered.lines, offered.menus, [*usual, *offered.buttons])


def usual_button(scene: Scene, request: Request[Any], path: Path, seat: Seat) -> list[Press]:
    """The first button: what the autopilot would do, in words."""
    value = scene.usual(request, seat)
    if value is None:
        return []
    plain = scene.narrator.plain
    said = plain.say("button.usual", what=words.described(plain, request, value))
    return [Press(scene.id("usual", path), said, ButtonStyle.primary)]


def _usual_unsaid(scene: Scene) -> Press:
    return Press(scene.id("usual"), scene.narrator.plain.say("button.usual_own"), ButtonStyle.primary)


def _open(scene: Scene, path: Path) -> Press:
    return Press(scene.id("open", path), scene.narrator.plain.say("button.open"))


def _offered(scene: Scene, request: Request[Any], path: Path) -> Controls:
    match request:
        case Choose(options=options):
            return _one_of(scene, options, path)
        case ChooseSome():
            return _some_of(scene, request, path)
        case Draw(pile=pile):
            return _one_of(scene, [Option(piece, piece) for piece in pile], path)
        case NextAction():
            return _actions(scene, request, path)
        case Amount() | Text() | Roll():
            return Controls(buttons=[*_amounts(scene, request, path), _type(scene, request, path)])
        case Form() | Formation():
            return Controls(buttons=[_open(scene, path)])
    return Controls()


def _one_of(scene: Scene, options: Sequence[Option], path: Path) -> Controls:
    lines = list(notes(scene, options))
    if len(options) > MOST_BUTTONS:
        return Controls(lines, menus=list(_menus(scene, options, path)))
    plain = scene.narrator.plain
    return Controls(
        lines, buttons=[Press(scene.id("pick", path, token(one.id)), words.label(plain, one)) for one in options]
    )


def notes(scene: Scene, options: Sequence[Option]) -> Iterator[str]:
    """A line for each option that costs or brings something."""
    narrator = scene.narrator
    for option in options:
        if said := words.note(narrator, option):
            yield f"- **{words.label(narrator, option)}** – {said}"


def _menus(scene: Scene, options: Sequence[Option], path: Path) -> Iterator[Menu]:
    for start in range(0, len(options), PER_SELECT):
        few = options[start : start + PER_SELECT]
        # A message may not hold the same custom id twice, so each menu says where it begins.
        yield Menu(scene.id("pick", path, f"@{start}"), scene.narrator.plain.say("menu.pick"), picks(scene, few))


def picks(scene: Scene, options: Sequence[Option], picked: Sequence[Value] = ()) -> list[Pick]:
    """Options as choices of a select."""
    plain = scene.narrator.plain
    return [Pick(token(one.id), words.label(plain, one), words.note(plain, one), one.id in picked) for one in options]


def _some_of(scene: Scene, request: ChooseSome, path: Path) -> Controls:
    plain = scene.narrator.plain
    said = plain.say("menu.some", least=request.least, most=request.most)
    menu = Menu(scene.id("some", path), said, picks(scene, request.options), request.least, request.most)
    return Controls(list(notes(scene, request.options)), menus=[menu])


def _actions(scene: Scene, request: NextAction, path: Path) -> Controls:
    unique = {action.option.id: action for action in request.actions}
    options = [action.option for action in unique.values()]
    plain = scene.narrator.plain
    if len(options) > MOST_BUTTONS:
        return _one_of(scene, options, path)
    buttons = [
        Press(scene.id("pick", path, token(id)), words.label(plain, action.option) + ("…" if action.ask else ""))
        for id, action in unique.items()
    ]
    return Controls(list(notes(scene, options)), buttons=buttons)


def _amounts(scene: Scene, request: Request[Any], path: Path) -> Iterator[Press]:
    """A few numbers between the least and the most, so that a thumb is enough."""
    if isinstance(request, Amount):
        for number in few_numbers(request):
            yield Press(scene.id("pick", path, str(number)), str(number))


def _type(scene: Scene, request: Request[Any], path: Path) -> Press:
    kind = type(request).__name__.lower()
    return Press(scene.id("type", path), scene.narrator.plain.say(f"button.type.{kind}"))
