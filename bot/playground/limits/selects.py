"""Select menus, in messages and in modals (docs: components/reference#string-select and its sisters)."""

from __future__ import annotations

from bot.playground.limits import numbers
from bot.playground.limits.form import Form, Path
from bot.playground.wire import JSON

STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 3, 5, 6, 7, 8
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)


def check_select(form: Form, path: Path, select: JSON, *, in_modal: bool = False) -> None:
    """Notes in the form what Discord would refuse in one select menu of any type, in a message or in a modal."""
    form.text((*path, "custom_id"), select.get("custom_id"), numbers.CUSTOM_ID, required=True)
    form.text((*path, "placeholder"), select.get("placeholder"), numbers.PLACEHOLDER)
    _check_bounds(form, path, select)
    if select["type"] == STRING_SELECT:
        check_options(form, path, select, numbers.SELECT_OPTIONS)
        _check_reach(form, path, select)
    else:
        _check_default_values(form, path, select)
    if in_modal and select.get("disabled"):
        form.refuse((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled")
    if in_modal and select.get("required", True) and select.get("min_values") == 0:
        form.refuse((*path, "min_values"), "COMPONENT_REQUIRED_MIN_VALUES", "min_values 0 needs required false")


def _check_bounds(form: Form, path: Path, select: JSON) -> None:
    least, most = select.get("min_values"), select.get("max_values")
    form.number((*path, "min_values"), least, numbers.MIN_VALUES)
    form.number((*path, "max_values"), most, numbers.MAX_VALUES)
    least, most = 1 if least is None else least, 1 if most is None else most
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"int value should be greater than or equal to {least}."
        form.refuse((*path, "max_values"), "NUMBER_TYPE_MIN", message)


def _check_reach(form: Form, path: Path, select: JSON) -> None:
    """More values asked for than there are options: Discord complains about the number of options."""
    wanted = max(select.get("min_values") or 0, select.get("max_values") or 1)
    options = select.get("options")
    if isinstance(options, list) and options and len(options) < wanted:
        form.bad_length((*path, "options"), (wanted, numbers.SELECT_OPTIONS[1]))
    defaults = [option for option in options or [] if isinstance(option, dict) and option.get("default")]
    if len(defaults) > (select.get("max_values") or 1):
        message = "More options are chosen by default than may be chosen"
        form.refuse((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def check_options(form: Form, path: Path, owner: JSON, span: numbers.Span) -> None:
    """The options of a select, radio group or checkbox group."""
    path = (*path, "options")
    options = form.count(path, owner.get("options"), span)
    for place, option in enumerate(options):
        if isinstance(option, dict):
            form.texts((*path, place), option, numbers.SELECT_OPTION, frozenset({"label", "value"}))
        else:
            form.required((*path, place))
    values = [option.get("value") for option in options if isinstance(option, dict)]
    message = "The specified option value is already used"
    form.unique(path, values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)


def _check_default_values(form: Form, path: Path, select: JSON) -> None:
    if len(select.get("default_values") or []) > (select.get("max_values") or 1):
        message = "More values are chosen by default than may be chosen"
        form.refuse((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
