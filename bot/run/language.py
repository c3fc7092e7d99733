"""In which language a terminal is spoken to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

import typer

from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says in which language programs speak, the first that is set before the others."""

Lang = Annotated[
    str | None,
    typer.Option("--lang", "--language", metavar="|".join(LOCALES), help="The language; else that of LC_ALL or LANG."),
]


def voice(lang: str | None = None) -> Narrator:
    """The voice of the language that is asked for, else of the surroundings; English where they speak neither."""
    if lang is not None and lang not in LOCALES:
        raise typer.BadParameter(f"{lang!r}: there are {', '.join(LOCALES)}.", param_hint="--lang")
    return Narrator(lang or surroundings(os.environ), marked=False)


def surroundings(variables: Mapping[str, str]) -> str:
    """The language of these environment variables, such as «pl» of ``pl_PL.UTF-8``."""
    spoken = next(filter(None, (variables.get(name, "") for name in VARIABLES)), "")
    return spoken[:2].lower()
