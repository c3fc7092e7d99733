"""What is wrong before anything has begun: a sentence for a person, and the end of the program."""

from __future__ import annotations

from typing import Any, NoReturn

from bot.run.supervisor import HOPELESS
from bot.run.terminal import echo
from bot.settings import Settings, WrongSetting

NO_SUCH_TOKEN = "LABIRYNT_TOKEN does not look like a bot's token (three parts with dots between them)"


def read_settings(**fixed: Any) -> Settings:
    """The settings; a wrong one ends the program with its name and what was expected."""
    try:
        return Settings.read(**fixed)
    except WrongSetting as wrong:
        give_up(str(wrong), HOPELESS)


def give_up(sentence: str, code: int = 1) -> NoReturn:
    """End the program with this sentence."""
    echo(sentence, err=True)
    raise SystemExit(code)
