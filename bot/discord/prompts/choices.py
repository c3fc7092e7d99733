"""The controls that fit a question: what to press, what to pick, and a line for each choice that costs something."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec
from discord import ButtonStyle

from bot.discord.prompts import words
from bot.discord.prompts.controls import LABEL, PER_ROW, PER_SELECT, ROWS, Menu, Pick, Press, chunks, span
from bot.discord.prompts.ids import Path, token
from bot.discord.prompts.notes import beside_buttons, beside_menu, notes
from bot.discord.prompts.places import with_own_actions, without_secret_actions
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import few_numbers
from bot.words.narrator import Narrator, Said
from rules.kernel.answers import Value, is_secret, may_answer
from rules.kernel.dice import parse
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
KEPT = 4
"""Places of buttons for the usual answer, for one's own things, for a larger map and for what explains the question."""
WITHIN_AN_ACTION = 8
"""So many options of an action at most are buttons: who casts at whom is easier to find in a menu."""
ASIDE_MENUS = 2
THINGS = "things"
"""The verb of the button that shows somebody their own hidden things."""
NOW = "now"
"""The option of that verb by which a message that shows them shows them as they are now."""
FALL = "fall"
"""The verb of the button by which the bot throws dice that people were to throw by hand."""
HALF = 3
"""Faces of a die that is half of a six-sided one."""
FORWARD = 6
"""So many of the actions that move the game on are buttons where there are more: all of them would hide the picture."""


NOTHING = Said()


class Controls(msgspec.Struct, frozen=True):
    """Lines of text, menus, buttons, and menus below the buttons."""

    lines: Sequence[str] = ()
    menus: Sequence[Menu] = ()
    buttons: Sequence[Press] = ()
    below: Sequence[Menu] = ()


def public_controls(scene: Scene, seat: Seat, *, things: bool) -> Controls:
    """The controls of the public prompt; ``things``: with the button by which people look at their own hidden things.

    That button is there in any case where some of the actions are, or may be, secret.
    """
    offered = _in_the_open(scene, scene.waiting, seat)
    if not things and not hides_actions(scene.waiting):
        return offered
    return msgspec.structs.replace(offered, buttons=[*offered.buttons, _things(scene)])


def hides_actions(request: Request[Any]) -> bool:
    """Whether some of what may be done is not shown to everybody."""
    return isinstance(request, NextAction) and (request.secret or any(action.secret for action in request.actions))


def _in_the_open(scene: Scene, request: Request[Any], seat: Seat) -> Controls:
    """Of what is secret only the way to one's own panel."""
    if isinstance(request, Everyone) or (request.secret and not isinstance(request, NextAction)):
        return Controls(buttons=(_usual_unsaid(scene, request.why), _open(scene, ())))
    return _with_usual(scene, request, _offered(scene, without_secret_actions(request), ()), (), seat, openly=True)


def controls(scene: Scene, request: Request[Any], path: Path, seat: Seat) -> Controls:
    """The controls for one person at this path of a question; ``seat``: whose actions and whose usual answer."""
    offered = _with_usual(scene, request, _offered(scene, with_own_actions(request, seat), path), path, seat)
    return msgspec.structs.replace(offered, lines=[*offered.lines, *_said_elsewhere(scene, request, seat)])


def _said_elsewhere(scene: Scene, request: Request[Any], seat: Seat) -> Iterator[str]:
    """What «as usual» means before everybody, where it is another thing for who sees what is hidden, and why."""
    if not (scene.has_secrets and isinstance(request, NextAction)) or _tells_tales(scene, request):
        return
    here, there = scene.usual(request, seat), scene.usual(request, seat, openly=True)
    if here is not None and there is not None and here != there:
        what = words.answer_in_words(scene.narrator, request, there, seat, openly=True)
        yield scene.narrator.say("panel.usual_elsewhere", what=what)


def _with_usual(
    scene: Scene, request: Request[Any], offered: Controls, path: Path, seat: Seat, *, openly: bool = False
) -> Controls:
    """With the button «as usual»; one that does the same for whoever presses it needs no second one beside it.

    ``openly``: for everybody's eyes, so its words leave out what is secret, gives a secret away, or is not the same for
    all who are asked.
    """
    hides = openly and _tells_tales(scene, request)
    told = scene.usual_to_all(request, seat) if hides else None
    hides = hides and told is None
    answers = {} if hides else {seat: told[0]} if told is not None else _usual_answers(scene, request, openly=openly)
    value = answers[seat] if seat in answers else scene.usual(request, seat, openly=openly)
    if value is None:
        return offered
    of_all = not hides and all(one == value for one in answers.values())
    more: list[str] = []
    if openly and (is_secret(request, value, seat) or not of_all):
        usual = _usual_unsaid(scene, request.why)
    else:
        aim = told[1] if told is not None else scene.usual_for(request, value, seat, openly=openly)
        usual = _usual_said(scene, request, path, seat, value, aim, openly=openly)
        usual, more = _short(scene, request, usual, value, seat, aim, openly=openly)
    twice = _pressed(value) if answers and of_all else None
    others = [one for one in offered.buttons if twice is None or (one.id.verb, one.id.option) != ("pick", twice)]
    below = [menu for each in offered.below if (menu := _without(each, twice)).picks]
    return msgspec.structs.replace(offered, lines=[*offered.lines, *more], buttons=[usual, *others], below=below)


def _short(
    scene: Scene, request: Request[Any], usual: Press, value: Value, seat: Seat, aim: Said, *, openly: bool
) -> tuple[Press, list[str]]:
    """A button whose words would be cut says what it begins with; the whole of it, or what it is for, is a line."""
    if not isinstance(request, NextAction) or len(usual.label) <= LABEL:
        return usual, []
    narrator, plain = scene.narrator, scene.narrator.plain
    what = words.answer_in_words(plain, request, value, seat, openly=openly, short=True)
    if len(label := plain.say("button.usual", what=what)) <= LABEL:
        return msgspec.structs.replace(usual, label=label), [f"-# {narrator.say('button.usual', what=aim)}"]
    label = plain.say("button.usual", what=words.begun_in_words(plain, request, value, seat))
    whole = words.answer_in_words(narrator, request, value, seat, openly=openly)
    return msgspec.structs.replace(usual, label=label), [f"-# {narrator.say('button.usual', what=whole)}"]


def _with_aim(what: str, aim: Said) -> Said:
    """What is done as usual, and what for."""
    return Said(f"{what} · {aim}" if aim else what)


def _without(menu: Menu, option: str | None) -> Menu:
    """A menu without this option."""
    return msgspec.structs.replace(menu, picks=[pick for pick in menu.picks if not option or pick.value != option])


def _usual_answers(scene: Scene, request: Request[Any], *, openly: bool) -> dict[Seat, Value | None]:
    """What «as usual» would be for each seat that is asked and may answer."""
    asked = [seat for seat in scene.asked_seats() if may_answer(request, seat)]
    return {seat: scene.usual(request, seat, openly=openly) for seat in asked}


def _pressed(value: Value | None) -> str:
    """The option whose button gives this answer; '' when one button is not enough for it."""
    given = value if isinstance(value, list | tuple) else [value]
    return token(str(given[0])) if len(given) == 1 else ""


def usual_button(scene: Scene, request: Request[Any], path: Path, seat: Seat) -> list[Press]:
    """The button «as usual» with the autopilot's answer in words, for one person; none where it has no answer."""
    value = scene.usual(request, seat)
    return [] if value is None else [_usual_said(scene, request, path, seat, value)]


def _usual_said(
    scene: Scene,
    request: Request[Any],
    path: Path,
    seat: Seat,
    value: Value,
    aim: Said = NOTHING,
    *,
    openly: bool = False,
) -> Press:
    """``aim``: what the answer is for, if anything is to be said of that."""
    plain = scene.narrator.plain
    what = words.answer_in_words(plain, request, value, seat, openly=openly, short=True)
    said = plain.say("button.usual", what=_with_aim(what, aim))
    return Press(scene.id("usual", path), said, ButtonStyle.primary)


def _tells_tales(scene: Scene, request: Request[Any]) -> bool:
    """Whether the usual answer could give away what somebody hides: it is advice on secret actions, or rests on secrets
    though the question itself is open."""
    if hides_actions(request) and request.why not in scene.face.said_openly:
        return scene.has_secrets
    if not scene.has_secrets or request.why not in scene.face.telltale:
        return False
    view = scene.rules.view(scene.standing.state, None)
    return not all(scene.face.has_nothing_hidden(view, seat) for seat in scene.asked_seats())


def _usual_unsaid(scene: Scene, why: str = "") -> Press:
    """The same button without what it does; of a question that a game has words for, of what kind that is."""
    said = scene.narrator.plain.first_known(f"button.usual_own.{why}", "button.usual_own")
    return Press(scene.id("usual"), said, ButtonStyle.primary)


def _things(scene: Scene) -> Press:
    return Press(scene.id(THINGS), scene.narrator.plain.say("button.mine"), emoji="🎒")


def things_now(scene: Scene) -> Press:
    """The button by which a message with somebody's own things shows them as they are now."""
    return Press(scene.id(THINGS, option=NOW), scene.narrator.plain.say("button.mine.now"), emoji="🔄")


def _open(scene: Scene, path: Path) -> Press:
    return Press(scene.id("open", path), scene.narrator.plain.say("button.open"))


def _offered(scene: Scene, request: Request[Any], path: Path) -> Controls:
    match request:
        case Choose(options=options):
            return _one_of(scene, options, path)
        case ChooseSome():
            return _some_of(scene, request, path)
        case Draw(offered=options):
            return _or_bot(scene, _one_of(scene, options, path))
        case NextAction():
            return _actions(scene, request, path)
        case Roll():
            return _dice(scene, request, path)
        case Amount() | Text():
            return Controls(buttons=[*_amounts(scene, request, path), _type(scene, request, path)])
        case Form() | Formation():
            return Controls(buttons=[_open(scene, path)])
    return Controls()


def _one_of(
    scene: Scene, options: Sequence[Option], path: Path, more: Collection[str] = (), below: Sequence[Menu] = ()
) -> Controls:
    """A button for each option, or menus for many; ``more``: the ids of those that lead to a further question."""
    plain = scene.narrator.plain
    most = WITHIN_AN_ACTION if path else MOST_BUTTONS
    if len(options) > min(most, PER_ROW * (ROWS - len(below)) - KEPT):
        room = ROWS - 1 - len(below)
        said = [*only_first(scene, options, room), *beside_menu(scene, options)]
        return Controls(said, menus(scene, options, path, more)[:room], below=below)
    buttons = [Press(scene.id("pick", path, token(one.id)), _said(plain, one, more, short=True)) for one in options]
    return Controls(list(beside_buttons(scene, options)), buttons=buttons, below=below)


def only_first(scene: Scene, options: Sequence[Option], menus: int) -> list[str]:
    """A line that says how many options are shown, where they do not all fit into this many menus."""
    shown = menus * PER_SELECT
    command = scene.narrator.say("command.answer.name")
    return [scene.narrator.say("menu.only_first", shown=shown, command=command)] if len(options) > shown else []


def _said(plain: Narrator, option: Option, more: Collection[str] = (), *, short: bool = False) -> str:
    return words.label(plain, option, short=short) + ("…" if option.id in more else "")


def menus(scene: Scene, options: Sequence[Option], path: Path, more: Collection[str] = ()) -> list[Menu]:
    """Menus to pick one of these options from, 25 each; ``more``: the ids of those that lead to a further question."""
    return list(_gathered(scene, options, path, "", scene.narrator.plain.say("menu.pick"), more))


def _gathered(
    scene: Scene, options: Sequence[Option], path: Path, kind: str, title: str, more: Collection[str]
) -> Iterator[Menu]:
    """Menus of all these options, each with a custom id of its own: a message may not hold the same one twice."""
    for start, few in chunks(options):
        said = f"{title} {span(start, few)}" if len(options) > PER_SELECT else title
        yield Menu(scene.id("pick", path, f"@{kind}{start}{scene.mark}"), said, picks(scene, few, more=more))


def picks(
    scene: Scene, options: Sequence[Option], picked: Sequence[Value] = (), more: Collection[str] = ()
) -> list[Pick]:
    """Options as choices of a select."""
    plain = scene.narrator.plain
    return [Pick(token(one.id), _said(plain, one, more), words.brief(plain, one), one.id in picked) for one in options]


def _some_of(scene: Scene, request: ChooseSome, path: Path) -> Controls:
    plain = scene.narrator.plain
    key = "menu.exactly" if request.least == request.most else "menu.some"
    said = plain.say(key, least=request.least, most=request.most)
    menu = Menu(scene.id("some", path), said, picks(scene, request.options), request.least, request.most)
    return Controls([*only_first(scene, request.options, 1), *beside_menu(scene, request.options)], menus=[menu])


def _actions(scene: Scene, request: NextAction, path: Path) -> Controls:
    """What moves the game on as buttons, of many the first; the rest in a menu, and one of what may be done first."""
    unique = {action.option.id: action for action in request.actions}.values()
    more = {action.option.id for action in unique if action.asks}
    asides = [action.option for action in unique if action.aside]
    forward = [action.option for action in unique if not action.aside]
    many = not path and FORWARD + 1 < len(forward) <= MOST_BUTTONS - KEPT
    seen = FORWARD if many else len(forward)
    plain = scene.narrator.plain
    rest = list(_gathered(scene, forward[seen:], path, "f", plain.say("menu.more"), more))
    first = list(_gathered(scene, asides, path, "a", plain.say("menu.aside"), more))[:ASIDE_MENUS]
    offered = _one_of(scene, forward[:seen], path, more, [*rest, *first])
    return msgspec.structs.replace(
        offered, lines=[*only_first(scene, asides, ASIDE_MENUS), *offered.lines, *notes(scene, forward[seen:])]
    )


def _amounts(scene: Scene, request: Request[Any], path: Path) -> Iterator[Press]:
    """A few numbers between the least and the most, so that a thumb is enough."""
    if isinstance(request, Amount):
        for number in few_numbers(request):
            yield Press(scene.id("pick", path, str(number)), str(number))


def _or_bot(scene: Scene, offered: Controls) -> Controls:
    """What was drawn from the real box; or the bot draws after all."""
    lets = Press(scene.id(FALL), scene.narrator.plain.say("button.fall.draw"), ButtonStyle.primary)
    return msgspec.structs.replace(offered, buttons=[*offered.buttons, lets])


def _dice(scene: Scene, request: Roll, path: Path) -> Controls:
    """Real dice: a button for each face of a single die, a form for several; or the bot throws after all."""
    single = parse(request.code).count == 1
    faces = [Press(scene.id("pick", path, str(pip)), str(pip)) for pip in range(1, 7)] if single else []
    lets = Press(scene.id(FALL, path), scene.narrator.plain.say("button.fall"), ButtonStyle.primary)
    lines = [scene.narrator.say("dice.half")] if parse(request.code).faces == HALF else []
    return Controls(lines, buttons=[*faces, *([] if single else [_type(scene, request, path)]), lets])


def _type(scene: Scene, request: Request[Any], path: Path) -> Press:
    kind = type(request).__name__.lower()
    return Press(scene.id("type", path), scene.narrator.plain.say(f"button.type.{kind}"))
