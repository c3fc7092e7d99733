"""Application commands and the choices that complete them: names, options, localisations, sizes.

docs: interactions/application-commands
"""

from __future__ import annotations

import unicodedata
from typing import Any

from bot.playground.wire import (
    ATTACHMENT,
    CHAT_INPUT,
    GROUP,
    INSIDE,
    INTEGER,
    JSON,
    NUMBER,
    STRING,
    SUBCOMMAND,
    ApiError,
)
from tests.discord_limits import forms
from tests.discord_limits.forms import Form, Path

WITH_CHOICES = (STRING, INTEGER, NUMBER)


def check_commands(commands: list[JSON]) -> None:
    """A whole sync: each command by itself, their number by type, no name twice."""
    forms.check_shape(forms.list_of(forms.COMMAND), commands)
    form = Form()
    for place, command in enumerate(commands):
        check_command(form, (place,), command)
    names = [(command.get("type", CHAT_INPUT), command.get("name")) for command in commands]
    message = "Application command names must be unique"
    form.unique((), names, "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    form.finish()
    for kind, most in forms.COMMANDS_BY_TYPE.items():
        if sum(name[0] == kind for name in names) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")


def check_command(form: Form, path: Path, command: JSON) -> None:
    """Notes in the form what Discord would refuse in one command (docs: …#create-global-application-command)."""
    kind = command.get("type", CHAT_INPUT)
    if kind not in forms.COMMANDS_BY_TYPE:
        form.bad_choice((*path, "type"), "1, 2, 3")
    elif kind == CHAT_INPUT:
        _check_named(form, path, command)
        _check_options(form, path, command, tuple(range(SUBCOMMAND, ATTACHMENT + 1)))
        if command_length(command) > forms.COMMAND_TOTAL:
            message = f"Command exceeds maximum size ({forms.COMMAND_TOTAL})"
            form.refuse(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    else:
        _check_menu(form, path, command)
    for key in ("contexts", "integration_types"):
        allowed = (0, 1, 2) if key == "contexts" else (0, 1)
        if any(value not in allowed for value in command.get(key) or []):
            form.bad_choice((*path, key), ", ".join(map(str, allowed)))


def _check_menu(form: Form, path: Path, command: JSON) -> None:
    """USER and MESSAGE commands may have blanks and capitals, but neither description nor options."""
    form.text((*path, "name"), command.get("name"), forms.COMMAND_NAME, required=True)
    if command.get("description"):
        message = "Context menu commands cannot have description"
        form.refuse((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)
    if command.get("options"):
        message = "Context menu commands cannot have options"
        form.refuse((*path, "options"), "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", message)


def is_name(text: Any) -> bool:
    r"""Discord's rule: ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$, in lower case where there is one."""
    if not isinstance(text, str) or not 1 <= len(text) <= forms.COMMAND_NAME[1] or text != text.lower():
        return False
    return all(letter in "-_'" or unicodedata.category(letter)[0] in "LN" or _is_mark(letter) for letter in text)


def _is_mark(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("DEVANAGARI", "THAI CHARACTER"))


def _check_named(form: Form, path: Path, thing: JSON) -> None:
    _check_name(form, (*path, "name"), thing.get("name"))
    form.text((*path, "description"), thing.get("description"), forms.COMMAND_DESCRIPTION, required=True)
    for locale, name in _localizations(form, path, thing, "name_localizations"):
        _check_name(form, (*path, "name_localizations", locale), name)
    for locale, text in _localizations(form, path, thing, "description_localizations"):
        form.text((*path, "description_localizations", locale), text, forms.COMMAND_DESCRIPTION, required=True)


def _check_name(form: Form, path: Path, name: Any) -> None:
    if not is_name(name):
        message = "Command name is invalid"
        form.refuse(path, "APPLICATION_COMMAND_INVALID_NAME", message)


def _localizations(form: Form, path: Path, thing: JSON, key: str) -> list[tuple[str, Any]]:
    table = thing.get(key) or {}
    for locale in table:
        if locale not in forms.LOCALES:
            form.bad_choice((*path, key, locale), ", ".join(sorted(forms.LOCALES)))
    return [(locale, text) for locale, text in table.items() if text is not None]


def _check_options(form: Form, path: Path, owner: JSON, allowed: tuple[int, ...]) -> None:
    path = (*path, "options")
    options = form.count(path, owner.get("options") or [], forms.COMMAND_OPTIONS)
    for place, option in enumerate(options):
        _check_option(form, (*path, place), option, allowed)
    _check_mixture(form, path, options)
    _check_order(form, path, options)
    names = [option.get("name") for option in options]
    form.unique(path, names, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")


def _check_option(form: Form, path: Path, option: JSON, allowed: tuple[int, ...]) -> None:
    kind = option.get("type")
    if kind not in allowed:
        form.bad_choice((*path, "type"), ", ".join(map(str, allowed)))
        return
    _check_named(form, path, option)
    if kind in INSIDE:
        _check_options(form, path, option, INSIDE[kind])
    else:
        _check_leaf(form, path, option)


def _check_mixture(form: Form, path: Path, options: list[JSON]) -> None:
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.refuse(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _check_order(form: Form, path: Path, options: list[JSON]) -> None:
    optional_seen = False
    for place, option in enumerate(options):
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.refuse((*path, place), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")


def _check_leaf(form: Form, path: Path, option: JSON) -> None:
    choices = option.get("choices") or []
    if choices and (option.get("autocomplete") or option["type"] not in WITH_CHOICES):
        message = "Choices go neither with autocomplete nor with this type"
        form.refuse((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
    if option.get("autocomplete") and option["type"] not in WITH_CHOICES:
        message = "Only strings and numbers can be completed"
        form.refuse((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message)
    for place, choice in enumerate(form.count((*path, "choices"), choices, forms.CHOICES)):
        _check_choice(form, (*path, "choices", place), choice, option["type"])
    names = [choice.get("name") for choice in choices]
    form.unique((*path, "choices"), names, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Choice names differ")
    _check_range(form, path, option)


def _check_choice(form: Form, path: Path, choice: JSON, kind: int) -> None:
    form.text((*path, "name"), choice.get("name"), forms.CHOICE_NAME, required=True)
    for locale, text in _localizations(form, path, choice, "name_localizations"):
        form.text((*path, "name_localizations", locale), text, forms.CHOICE_NAME, required=True)
    value = choice.get("value")
    if kind == STRING:
        form.text((*path, "value"), value, (1, forms.CHOICE_TEXT[1]), required=True)
    elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else int | float):
        form.refuse((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number of the right kind.')


def _check_range(form: Form, path: Path, option: JSON) -> None:
    form.number((*path, "min_length"), option.get("min_length"), forms.OPTION_MIN_LENGTH)
    form.number((*path, "max_length"), option.get("max_length"), forms.OPTION_MAX_LENGTH)
    for key in ("min_value", "max_value") if option["type"] == INTEGER else ():
        form.number((*path, key), option.get(key), forms.INT53)
    for pair, kinds in ((("min_value", "max_value"), (INTEGER, NUMBER)), (("min_length", "max_length"), (STRING,))):
        least, most = (option.get(key) for key in pair)
        for key in pair:
            if option.get(key) is not None and option["type"] not in kinds:
                form.refuse((*path, key), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", "Not for options of this type")
        if least is not None and most is not None and least > most:
            form.refuse((*path, pair[1]), "NUMBER_TYPE_MIN", f"Value should be greater than or equal to {least}.")


def command_length(thing: JSON) -> int:
    """Names, descriptions and choice values in all; of the localisations the longest counts."""
    total = _longest(thing, "name") + _longest(thing, "description")
    total += sum(command_length(option) for option in thing.get("options") or [])
    for choice in thing.get("choices") or []:
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total


def _longest(thing: JSON, key: str) -> int:
    texts = [thing.get(key), *(thing.get(f"{key}_localizations") or {}).values()]
    return max(len(text) for text in [*texts, ""] if isinstance(text, str))


def check_choices(choices: Any) -> None:
    """The answer to an autocomplete (docs: interactions/receiving-and-responding#autocomplete)."""
    forms.check_shape(forms.COMPLETION, choices, ("choices",))
    form = Form()
    for place, choice in enumerate(form.count(("choices",), choices, forms.CHOICES)):
        form.text(("choices", place, "name"), choice.get("name"), forms.CHOICE_NAME, required=True)
        for locale, name in (choice.get("name_localizations") or {}).items():
            form.text(("choices", place, "name_localizations", locale), name, forms.CHOICE_NAME, required=True)
        if isinstance(choice.get("value"), str):
            form.text(("choices", place, "value"), choice["value"], forms.CHOICE_TEXT)
    form.finish()
