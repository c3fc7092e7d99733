"""The help of the commands, and what is wrong with a command line, in the language of the terminal.

English help stands at the commands themselves; other languages have it in their catalogue (``cli.help.…``).
"""

from __future__ import annotations

import re
import sys
from typing import Any

from typer._click.exceptions import BadParameter, MissingParameter, NoArgsIsHelpError, NoSuchOption, UsageError
from typer.core import TyperGroup

from bot.run import terminal
from bot.words.narrator import Narrator, Said
from rules.kernel.table_types import meant_of

ENGLISH = "en"
ROOT = "labirynt"
MOST_OF_A_GROUP = 2
"""Words of a line that may name a group alone, which shows its help."""
_QUOTED = re.compile(r"'([^']*)'")


class HelpInWords(TyperGroup):
    """A group of commands whose help is in the language of the terminal."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, or show the help."""
        _translate(self, ctx)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name."""
        command = self.find_command(ctx, cmd_name)
        if command is not None:
            _translate(command, ctx)
        return command

    def find_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name as it stands in the program."""
        return super().get_command(ctx, cmd_name)


def _translate(command: Any, ctx: Any) -> None:
    narrator, name = terminal.voice(), command.name
    if narrator.locale != ENGLISH:
        command.help = narrator.first_known(f"cli.help.{name}") or command.help
        for parameter in (*command.params, command.get_help_option(ctx)):
            words = narrator.first_known(f"cli.option.{name}.{parameter.name}", f"cli.option.{parameter.name}")
            parameter.help = words or parameter.help


def run_in_words(app: Any) -> int:
    """Run the command line and return its exit code; a wrong one is described by a sentence."""
    narrator = terminal.voice()
    if narrator.locale != ENGLISH and ("--help" in sys.argv or len(sys.argv) <= MOST_OF_A_GROUP):
        _title_help(narrator)
    try:
        code = app(standalone_mode=False, prog_name=ROOT)
    except UsageError as wrong:
        if isinstance(wrong, NoArgsIsHelpError):
            wrong.show()
        else:
            terminal.echo(describe_misuse(narrator, wrong), err=True)
        return wrong.exit_code
    return code if isinstance(code, int) else 0


def _title_help(narrator: Narrator) -> None:
    from typer import rich_utils  # slow

    rich_utils.ARGUMENTS_PANEL_TITLE = narrator.say("cli.title.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = narrator.say("cli.title.options")
    rich_utils.COMMANDS_PANEL_TITLE = narrator.say("cli.title.commands")
    rich_utils.REQUIRED_LONG_STRING = f"[{narrator.say('cli.title.required')}]"
    rich_utils.DEFAULT_STRING = f"[{narrator.say('cli.title.default')}: {{}}]"


def describe_misuse(narrator: Narrator, wrong: UsageError) -> str:
    """Return what is wrong with a command line, and which command helps."""
    path, command = (wrong.ctx.command_path, wrong.ctx.command) if wrong.ctx else (ROOT, None)
    quoted = _QUOTED.search(wrong.message)
    got, meant = quoted[1] if quoted else "", ""
    match wrong:
        case MissingParameter() if wrong.param:
            said = narrator.say("cli.wrong.missing", got=Said(_name_of(wrong.param)))
        case BadParameter():
            option = wrong.param_hint or (_name_of(wrong.param) if wrong.param else "")
            said = narrator.say("cli.wrong.value", option=Said(option), why=_why(narrator, wrong))
        case NoSuchOption():
            said = narrator.say("cli.wrong.option", got=Said(wrong.option_name))
            meant = next(iter(wrong.possibilities or ()), "")
        case _ if isinstance(command, TyperGroup) and got and wrong.ctx:
            said, meant = (
                narrator.say("cli.wrong.command", got=Said(got)),
                meant_of(got, command.list_commands(wrong.ctx)),
            )
        case _:
            said = narrator.say("cli.wrong.line", got=Said(" ".join(sys.argv[1:])))
    if meant:
        said = narrator.say("tables.check.meant", said=Said(said), meant=Said(meant))
    return f"{said}\n{narrator.say('cli.wrong.help', command=Said(f'{path} --help'))}"


def _why(narrator: Narrator, wrong: BadParameter) -> Said:
    """Return what is allowed; our own refusals say it themselves, and pydantic's hold the bound."""
    if wrong.param is None:
        return Said(wrong.message)
    cause: dict[str, Any] = next(iter(getattr(wrong.__cause__, "errors", tuple)()), {})
    facts, kind = {name: Said(fact) for name, fact in cause.get("ctx", {}).items()}, cause.get("type")
    values = Said(", ".join(_QUOTED.findall(wrong.message)[1:]))
    keys = (f"cli.wrong.{kind}", f"setting.{kind}", "cli.wrong.unfit")
    return narrator.first_known(*keys, **facts, name="", values=values)


def _name_of(parameter: Any) -> str:
    name = str(parameter.opts[0])
    return name if name.startswith("-") else name.upper()
