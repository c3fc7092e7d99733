"""The controls for a question, and notes on the costs and gains of each choice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from discord import ButtonStyle
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts import components, table_words, words
from bot.discord.prompts.guests import guest_buttons, without_visits
from bot.discord.prompts.open_question import Scene, bundled_preparations
from bot.discord.prompts.question_path import by_kind, with_own_actions, without_secret_actions
from bot.discord.prompts.typed import few_numbers
from bot.table.authority import in_person_seats
from bot.words.narrator import Narrator, Said
from rules.kernel import requests
from rules.kernel.answers import Value, is_secret, may_answer
from rules.kernel.dice import parse

LEARNING = 2
"""Number of stages for each seat during which the symbols on buttons are also explained below the question."""
FEW = 6
"""Maximum number of menu options whose notes are also lines above the menu."""


def notes(scene: Scene, options: Sequence[requests.Option], *, whole: bool = False) -> Iterator[str]:
    """Yield the notes on what options cost or bring, equal ones once; ``whole``: in full, as "?" shows them."""
    narrator = scene.narrator
    alike: dict[tuple[str, str], list[requests.Option]] = {}
    for option in options:
        if said := table_words.note_of(scene, narrator, option, whole=whole):
            alone = "" if words.mark(narrator, option) else option.id
            alike.setdefault((said, alone), []).append(option)
    for (said, _), some in alike.items():
        yield f"- **{_options_title(narrator, some)}** – {said}"


def _options_title(narrator: Narrator, some: Sequence[requests.Option]) -> str:
    letter = some[0].facts.get("letter")
    marks = [] if letter and not some[1:] else [words.mark(narrator, option) for option in some]
    return ", ".join(dict.fromkeys(filter(None, marks))) or words.label(narrator, some[0])


def beside_buttons(scene: Scene, options: Sequence[requests.Option]) -> Iterator[str]:
    """Yield the notes of options that are buttons; self-explanatory buttons get only a legend in the first stages."""
    yield from notes(scene, [option for option in options if not _legend_of_option(scene, option)])
    if scene.address.stage <= LEARNING * len(scene.record.seats):
        yield from legends(scene, options)


def legends(scene: Scene, options: Sequence[requests.Option]) -> Iterator[str]:
    """Yield the legends of these options' buttons, each once."""
    yield from dict.fromkeys(filter(None, (_legend_of_option(scene, option) for option in options)))


def _legend_of_option(scene: Scene, option: requests.Option) -> Said:
    return scene.narrator.first_known(f"legend.{option.label}")


def beside_menu(scene: Scene, options: Sequence[requests.Option]) -> list[str]:
    """Return the notes of a menu's options as lines; none for many options, because the menu shows them too."""
    return list(notes(scene, options)) if len(options) <= FEW else []


MOST_BUTTONS = 20
KEPT = 4
"""Button places reserved for the usual answer, one's own things, the larger map and the explanation."""
WITHIN_AN_ACTION = 8
"""Maximum number of an action's options that are buttons; longer lists are easier to read in a menu."""
FREE_ACTION_MENUS = 2
LISTED = 9
"""Maximum number of actions without one entry for all free actions of a kind."""
THINGS = "things"
"""The verb of the button that shows people their own hidden things."""
NOW = "now"
"""The option of that verb that refreshes a message with one's things."""
FALL, REST = "fall", "rest"
ALL = "all"
"""The verb of the button that lets the bot roll dice meant to be rolled by hand."""
HALF = 3
"""Faces of a half die."""
FORWARD = 6
"""Maximum number of main actions that are buttons; more would push the picture off the screen."""


NOTHING = Said()


class Controls(Struct, frozen=True):
    """Text lines, menus, buttons, and menus below them; ``notes``: costs and gains that a layout shows
    beside a button.
    """

    lines: Sequence[str] = ()
    notes: Sequence[str] = ()
    menus: Sequence[components.Menu] = ()
    buttons: Sequence[components.Press] = ()
    below: Sequence[components.Menu] = ()


def public_controls(scene: Scene, seat: requests.Seat, *, things: bool) -> Controls:
    """Return the controls of the public prompt; ``things``: with the button for hidden things.

    The button is always there if some actions are or may be secret.
    """
    offered = _public_controls(scene, without_visits(scene), seat)
    offered = replace(offered, buttons=[*offered.buttons, *guest_buttons(scene)])
    if not things and not hides_actions(scene.waiting):
        return offered
    say = scene.plain.say
    return replace(
        offered,
        buttons=[
            *offered.buttons,
            components.Press(scene.id(THINGS), say("button.mine"), emoji="🎒", small=say("button.mine.short")),
        ],
    )


def hides_actions(request: requests.Request) -> bool:
    """Whether some actions of a question are hidden from others."""
    return isinstance(request, requests.NextAction) and (
        request.secret or any(action.secret for action in request.actions)
    )


def _public_controls(scene: Scene, request: requests.Request, seat: requests.Seat) -> Controls:
    """Return the public controls; for secret questions only the way to one's own panel."""
    if isinstance(request, requests.Everyone) or (request.secret and not isinstance(request, requests.NextAction)):
        usual = _unlabelled_usual_button(scene, request.why)
        return Controls(buttons=(usual, *_usual_for_all_button(scene, request), _open_panel_button(scene, ())))
    return _controls_with_usual(
        scene, request, _controls_for(scene, without_secret_actions(request), ()), (), seat, openly=True
    )


def controls(scene: Scene, request: requests.Request, path: components.Path, seat: requests.Seat) -> Controls:
    """Return the controls for one person at this path of a question; ``seat``: whose actions and usual answer."""
    offered = _controls_with_usual(
        scene, request, _controls_for(scene, with_own_actions(request, seat), path), path, seat
    )
    return replace(offered, lines=[*offered.lines, *_private_usual_line(scene, request, seat)])


def _private_usual_line(scene: Scene, request: requests.Request, seat: requests.Seat) -> Iterator[str]:
    """Yield a line on the public usual answer if it differs from the one that uses the seat's secrets."""
    if not (scene.has_secrets and isinstance(request, requests.NextAction)) or _can_usual_reveal_secret(scene, request):
        return
    here, there = scene.usual(request, seat), scene.usual(request, seat, openly=True)
    if here is not None and there is not None and here != there:
        what = words.answer_in_words(scene.narrator, request, there, seat, openly=True)
        yield scene.narrator.say("panel.usual_elsewhere", what=what)


def _controls_with_usual(
    scene: Scene,
    request: requests.Request,
    offered: Controls,
    path: components.Path,
    seat: requests.Seat,
    *,
    openly: bool = False,
) -> Controls:
    """Add the button "as usual", and drop a button that does the same for everybody.

    ``openly``: for the public, so its label leaves out what is secret, reveals a secret, or differs among the asked
    seats.
    """
    usual = _usual_in_prompt(scene, request, seat, openly=openly) if scene.face.starred(scene.state, request) else None
    if usual is None:
        return offered
    value, begun, more = usual.value, "", list[str]()
    if usual.is_told:
        aim = scene.usual_for(request, seat, openly=openly) if usual.aim is None else usual.aim
        button = _labelled_usual_button(scene, request, path, seat, value, aim, openly=openly)
        button, more = _shorten_usual_button(scene, request, button, value, seat, aim, openly=openly)
        begun = option_of_answer(value[:1]) if isinstance(value, list) else ""
    else:  # in their usual order, as another would reveal the secret answer
        button = _unlabelled_usual_button(scene, request.why)
    twice = option_of_answer(value) if usual.is_common else ""
    others = [press for press in offered.buttons if not twice or (press.id.verb, press.id.option) != ("pick", twice)]
    if begun:  # its alternatives are needed least
        others.sort(key=lambda press: (press.id.verb, press.id.option) == ("pick", begun))
    left = [(menu, [pick for pick in menu.picks if not twice or pick.value != twice]) for menu in offered.below]
    below = [replace(menu, picks=picks) for menu, picks in left if picks]
    return replace(offered, notes=[*offered.notes, *more], buttons=[button, *others], below=below)


class Usual(NamedTuple):
    """The usual answer; ``aim``: its purpose if known; whether its button may tell it, and all asked have the same."""

    value: Value
    aim: Said | None
    is_told: bool
    is_common: bool


def _usual_in_prompt(scene: Scene, request: requests.Request, seat: requests.Seat, *, openly: bool) -> Usual | None:
    hides = openly and _can_usual_reveal_secret(scene, request)
    if hides and (told := scene.usual_to_all(request, seat)) is not None:
        return Usual(*told, not is_secret(request, told[0], seat), is_common=True)
    value = scene.usual(request, seat, openly=openly)
    if value is None:
        return None
    asked = [] if hides else [each for each in scene.asked_seats() if may_answer(request, each)]
    same = not hides and all(scene.usual(request, each, openly=openly) == value for each in asked)
    is_told = not (openly and (is_secret(request, value, seat) or not same))
    return Usual(value, None, is_told, is_common=bool(asked) and same)


def _shorten_usual_button(
    scene: Scene,
    request: requests.Request,
    usual: components.Press,
    value: Value,
    seat: requests.Seat,
    aim: Said,
    *,
    openly: bool,
) -> tuple[components.Press, list[str]]:
    """Shorten a label that a phone would cut off; also return lines with the full text or its purpose."""
    if not (aim or isinstance(request, requests.NextAction)) or len(usual.label) <= components.SEEN:
        return usual, []
    narrator, plain = scene.narrator, scene.plain
    what = words.answer_in_words(plain, request, value, seat, openly=openly, short=True)
    if len(label := plain.say("button.usual", what=what)) <= components.SEEN and aim:
        return replace(usual, label=label), [f"-# {narrator.say('button.usual', what=aim)}"]
    picked = words.options_of_answer(request, value, seat)
    if not picked:
        return usual, []
    label = plain.say("button.usual", what=words.label(plain, picked[0], short=True))
    whole = Said(usual.text.partition("\n")[0])
    return replace(usual, label=label), [f"-# {narrator.say('button.usual', what=whole)}"]


def option_of_answer(value: Value | None) -> str:
    """Return the option whose button gives this answer; '' if it takes more than one button."""
    given = value if isinstance(value, list | tuple) else [value]
    return components.token(str(given[0])) if len(given) == 1 else ""


def usual_button(
    scene: Scene, request: requests.Request, path: components.Path, seat: requests.Seat
) -> list[components.Press]:
    """Return the button "as usual" with the autopilot's answer for one person; nothing if there is no such answer."""
    value = scene.usual(request, seat) if scene.face.starred(scene.state, request) else None
    return [] if value is None else [_labelled_usual_button(scene, request, path, seat, value)]


def _labelled_usual_button(
    scene: Scene,
    request: requests.Request,
    path: components.Path,
    seat: requests.Seat,
    value: Value,
    aim: Said = NOTHING,
    *,
    openly: bool = False,
) -> components.Press:
    plain = scene.plain
    what = words.answer_in_words(plain, request, value, seat, openly=openly, short=True)
    said = plain.say("button.usual", what=Said(f"{what} · {aim}" if aim else what))
    press = components.Press(scene.id("usual", path), said, ButtonStyle.primary)
    picked = words.options_of_answer(request, value, seat)
    if not picked:
        return press
    title = words.answer_in_words(scene.narrator, request, value, seat, openly=openly)
    is_long = isinstance(request, requests.NextAction) and len(said) > components.SEEN
    text = _text_beside(scene, picked, aim, title) or (title if is_long else "")
    small = _small_label(scene, picked[0]) if text else "" if picked[1:] else words.press(plain, picked[0])
    return replace(press, small=small and plain.say("button.usual", what=small), text=text)


def _can_usual_reveal_secret(scene: Scene, request: requests.Request) -> bool:
    """Whether the usual answer could reveal a secret: it advises on secret actions, or depends on secrets."""
    if hides_actions(request) and request.why not in scene.face.said_openly:
        return scene.has_secrets
    if not scene.has_secrets or request.why not in scene.face.telltale:
        return False
    view = scene.rules.view(scene.state, None)
    return not all(scene.face.has_nothing_hidden(view, seat) for seat in scene.asked_seats())


def _unlabelled_usual_button(scene: Scene, why: str = "") -> components.Press:
    """Return the button "as usual" without its answer; the game may have a label for this kind of question."""
    said = scene.plain.first_known(f"button.usual_own.{why}", "button.usual_own")
    return components.Press(scene.id("usual"), said, ButtonStyle.primary)


def _usual_for_all_button(scene: Scene, request: requests.Request) -> Iterator[components.Press]:
    """Yield the button for several people at a real table, for whom the game master answers."""
    there = in_person_seats(scene.record)
    if isinstance(request, requests.Everyone) and sum(seat in there for seat in request.asks) > 1:
        yield components.Press(scene.id("usual", (), ALL), scene.plain.say("button.usual_all"))


def things_now(scene: Scene) -> components.Press:
    """Return the refresh button of a message with one's own things."""
    return components.Press(scene.id(THINGS, option=NOW), scene.plain.say("button.mine.now"), emoji="🔄")


def _open_panel_button(scene: Scene, path: components.Path) -> components.Press:
    return components.Press(scene.id("open", path), scene.plain.say("button.open"))


def _controls_for(scene: Scene, request: requests.Request, path: components.Path) -> Controls:
    match request:
        case requests.Choose(options=options):
            return _single_choice_controls(scene, options, path)
        case requests.ChooseSome():
            return _multiple_choice_controls(scene, request, path)
        case requests.Draw(offered=options):
            return _with_bot_draw_button(scene, _single_choice_controls(scene, options, path))
        case requests.NextAction():
            return _action_controls(scene, request, path)
        case requests.Roll():
            return _dice_controls(scene, request, path)
        case requests.Amount() | requests.Text():
            return Controls(buttons=[*_amount_buttons(scene, request, path), _type_button(scene, request, path)])
        case requests.Form() | requests.Formation():
            return Controls(buttons=[_open_panel_button(scene, path)])
    return Controls()


def _single_choice_controls(
    scene: Scene,
    options: Sequence[requests.Option],
    path: components.Path,
    more: Collection[str] = (),
    below: Sequence[components.Menu] = (),
) -> Controls:
    """Return a button for each option, or menus for many; ``more``: ids of options that lead to a further question."""
    most = WITHIN_AN_ACTION if path else MOST_BUTTONS
    if len(options) > min(most, components.PER_ROW * (components.ROWS - len(below)) - KEPT):
        room = components.ROWS - 1 - len(below)
        said = only_first(scene, options, room)
        shown = menus(scene, options, path, more)[:room]
        return Controls(said, notes=beside_menu(scene, options), menus=shown, below=below)
    buttons = [_option_button(scene, option, path, more) for option in options]
    return Controls(notes=list(beside_buttons(scene, options)), buttons=buttons, below=below)


def _option_button(
    scene: Scene, option: requests.Option, path: components.Path, more: Collection[str]
) -> components.Press:
    text = _text_beside(scene, [option])
    return components.Press(
        scene.id("pick", path, components.token(option.id)),
        _option_label(scene.plain, option, more, short=True),
        small=_small_label(scene, option, more) if text else words.press(scene.plain, option),
        text=text,
        entry=picks(scene, [option], more=more)[0],
    )


def _small_label(scene: Scene, option: requests.Option, more: Collection[str] = ()) -> str:
    plain = scene.plain
    said = words.press(plain, option) or words.mark(plain, option) or plain.say("button.pick")
    return words.with_skull(plain, option, said) + ("…" if option.id in more else "")


def _text_beside(scene: Scene, options: Sequence[requests.Option], aim: str = "", title: str = "") -> str:
    """Return an answer with its costs and gains in small text; '' if it has none and its label shows no odds.

    ``options``: an option, and what was chosen for it, whose risk comes first.
    """
    narrator = scene.narrator
    notes = [table_words.note_of(scene, narrator, option) for option in reversed(options)]
    if said := " · ".join(filter(None, dict.fromkeys((*notes, aim)))):
        return f"{title or words.label(narrator, options[0])}\n-# {said}"
    told = (words.label(narrator, options[0]), words.label(narrator, options[0], short=True))
    return next((label for label in told if "%" in label), "")


def only_first(scene: Scene, options: Sequence[requests.Option], menus: int) -> list[str]:
    """Return a line with the number of shown options if they do not fit into this many menus."""
    shown = menus * components.PER_SELECT
    command = scene.narrator.say("command.answer.name")
    return [scene.narrator.say("menu.only_first", shown=shown, command=command)] if len(options) > shown else []


def _option_label(plain: Narrator, option: requests.Option, more: Collection[str] = (), *, short: bool = False) -> str:
    said = words.label(plain, option, short=short)
    return (said if short else words.with_skull(plain, option, said)) + ("…" if option.id in more else "")


def menus(
    scene: Scene, options: Sequence[requests.Option], path: components.Path, more: Collection[str] = ()
) -> list[components.Menu]:
    """Return menus of these options, 25 each; ``more``: ids of options that lead to a further question."""
    return list(_grouped_menus(scene, options, path, "", scene.plain.say("menu.pick"), more))


def _grouped_menus(
    scene: Scene,
    options: Sequence[requests.Option],
    path: components.Path,
    kind: str,
    title: str,
    more: Collection[str],
) -> Iterator[components.Menu]:
    """Yield menus of these options with different custom ids, because a message may not repeat one."""
    for start, few in components.chunks(options):
        said = f"{title} {components.span(start, few)}" if len(options) > components.PER_SELECT else title
        yield components.Menu(scene.id("pick", path, f"@{kind}{start}{scene.mark}"), said, picks(scene, few, more=more))


def picks(
    scene: Scene, options: Sequence[requests.Option], picked: Sequence[Value] = (), more: Collection[str] = ()
) -> list[components.Pick]:
    """Return options as choices of a select."""
    plain = scene.plain
    return [
        components.Pick(
            components.token(option.id),
            _option_label(plain, option, more),
            table_words.note_of(scene, plain, option),
            option.id in picked,
        )
        for option in options
    ]


def _multiple_choice_controls(scene: Scene, request: requests.ChooseSome, path: components.Path) -> Controls:
    plain = scene.plain
    key = "menu.exactly" if request.least == request.most else "menu.some"
    said = plain.say(key, least=request.least, most=request.most)
    menu = components.Menu(scene.id("some", path), said, picks(scene, request.options), request.least, request.most)
    lines = only_first(scene, request.options, 1)
    return Controls(lines, notes=beside_menu(scene, request.options), menus=[menu])


def _action_controls(scene: Scene, request: requests.NextAction, path: components.Path) -> Controls:
    """Return buttons for the first main actions and free ones that are ready, and menus for the rest of both."""
    unique = {action.option.id: action for action in request.actions}.values()
    more = {action.option.id for action in unique if action.asks}
    plain = scene.plain
    asides = [action.option for action in unique if action.aside]
    ready = {option.id: plain.first_known(f"ready.{option.label}", **option.facts) for option in asides}
    asides = [option for option in asides if not ready[option.id]]
    if len(unique) > LISTED:
        asides = by_kind(plain, asides)
    forward = _in_order(scene, [action.option for action in unique if not action.aside])
    many = not path and FORWARD + 1 < len(forward) <= MOST_BUTTONS - KEPT
    seen = FORWARD if many else len(forward)
    idle = [] if path else [option for option in forward if scene.face.is_idle(option)]
    if len(idle) < len(forward):
        forward = [option for option in forward if option not in idle] + idle
        seen = min(seen, len(forward) - len(idle))
    asides[:0] = [] if path else bundled_preparations(scene, request)
    more |= {option.id for option in asides if option.id[:1] == "@"}
    rest = list(_grouped_menus(scene, forward[seen:], path, "f", plain.say("menu.more"), more))
    first = list(_grouped_menus(scene, asides, path, "a", plain.say("menu.aside"), more))[:FREE_ACTION_MENUS]
    offered = _single_choice_controls(scene, forward[:seen], path, more, [*rest, *first])
    return replace(
        offered,
        lines=[*only_first(scene, asides, FREE_ACTION_MENUS), *offered.lines],
        notes=[*offered.notes, *notes(scene, forward[seen:])],
        buttons=[
            *offered.buttons,
            *(components.Press(scene.id("pick", path, id), said) for id, said in ready.items() if said),
        ],
    )


def _in_order(scene: Scene, options: Sequence[requests.Option]) -> list[requests.Option]:
    """Sort the most important options first, such as the exit for characters who stand at it."""
    if scene.state is None:
        return list(options)
    view = scene.view
    return sorted(options, key=lambda option: not scene.face.comes_first(view, option))


def _amount_buttons(scene: Scene, request: requests.Request, path: components.Path) -> Iterator[components.Press]:
    if isinstance(request, requests.Amount):
        for number in few_numbers(request):
            yield components.Press(scene.id("pick", path, str(number)), str(number))


def _with_bot_draw_button(scene: Scene, offered: Controls) -> Controls:
    lets = components.Press(scene.id(FALL), scene.plain.say("button.fall.draw"), ButtonStyle.primary)
    return replace(offered, buttons=[*offered.buttons, lets])


def _dice_controls(scene: Scene, request: requests.Roll, path: components.Path) -> Controls:
    single = parse(request.code).count == 1
    faces = [components.Press(scene.id("pick", path, str(pip)), str(pip)) for pip in range(1, 7)] if single else []
    lets = components.Press(scene.id(FALL, path), scene.plain.say("button.fall"), ButtonStyle.primary)
    lines = [scene.narrator.say("dice.half")] if parse(request.code).faces == HALF else []
    rest = components.Press(scene.id(FALL, path, REST), scene.plain.say("button.fall.rest"))
    return Controls(lines, buttons=[*faces, *([] if single else [_type_button(scene, request, path)]), lets, rest])


def _type_button(scene: Scene, request: requests.Request, path: components.Path) -> components.Press:
    kind = type(request).__name__.lower()
    return components.Press(scene.id("type", path), scene.plain.say(f"button.type.{kind}"))
