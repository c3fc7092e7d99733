"""The forms of a message, the richest first: the next one is tried when Discord refuses the one before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from typing import Any, TypeVar

import discord
from discord import File, HTTPException
from msgspec import Struct
from structlog import get_logger

from bot.discord.requests import Unsure, once
from bot.discord.retry_queue import reason_of

TOO_LARGE = 40005
"""Discord's error code for a request that is too large."""

_log = get_logger(__name__)
T = TypeVar("T")


class Form(Struct, frozen=True):
    """One form of a message; ``content`` None: a layout.

    ``make`` returns the controls and the uploads, anew for each try, because a sent file cannot be sent again.
    ``keeps``: an edit leaves the message's attachments as they are.
    """

    content: str | None
    make: Callable[[], tuple[Any, Sequence[File]]]
    has_files: bool = False
    keeps: bool = False

    def as_new(self) -> dict[str, Any]:
        """Return the arguments for discord.py's ``send``."""
        view, files = self.make()
        more: dict[str, Any] = {"view": view} if view is not None else {}
        return {"content": self.content, **more, **({"files": list(files)} if files else {})}

    def as_edit(self) -> dict[str, Any]:
        """Return the arguments for discord.py's ``edit``."""
        view, files = self.make()
        more = {} if self.keeps else {"attachments": list(files)}
        more |= {"embeds": []} if self.content is None else {}  # a layout has none
        return {"content": self.content, "view": view, **more}


def layout_form(layout: discord.ui.LayoutView) -> Form:
    """Return a layout without files."""
    return Form(None, lambda: (layout, ()))


def is_about_files(failure: Exception) -> bool:
    """Whether a call with files may have failed because of them: too large, not allowed, or not stored by Discord."""
    refused = isinstance(failure, HTTPException) and (failure.status in (403, 413) or failure.code == TOO_LARGE)
    return refused or isinstance(failure, Unsure)


async def first_accepted(forms: Sequence[Form], send: Callable[[Form], Awaitable[T]]) -> tuple[Form, T]:
    """Send the first form that Discord accepts, and return it with the result; raises the last form's refusal.

    A failure for another reason than the form is raised at once. After a refused file no form with files is tried.
    While another form is left, a call with files that Discord breaks over is not repeated.
    """
    without_files, last = False, Exception("no forms")
    for form in forms:
        if without_files and form.has_files:
            continue
        try:
            with once(limited=False) if form.has_files and form is not forms[-1] else nullcontext():
                return form, await send(form)
        except (HTTPException, Unsure) as failure:
            if form.has_files and is_about_files(failure):
                without_files = True
            elif reason_of(failure) != "refused":
                raise
            _log.warning("form.refused", layout=form.content is None, files=form.has_files, error=str(failure))
            last = failure
    raise last
