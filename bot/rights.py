"""Checks the rights to files and folders, to name their owner where the system's error would not."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from getpass import getuser
from pathlib import Path


def barred(places: Iterable[Path]) -> str:
    """Return a sentence on the first of these paths that cannot be read and written, with its owner; '' if all can."""
    for place in places:
        if closed := _closed_folder(place):
            entered = f"{owner_and_mode(closed)}, and this program runs as {_user_name()}"
            return f"{place} cannot be reached, as {closed} cannot be entered: {entered}"
        if place.exists() and not os.access(place, os.R_OK | os.W_OK):
            done = "written to" if os.access(place, os.R_OK) else "read"
            return f"{place} cannot be {done}: {owner_and_mode(place)}, and this program runs as {_user_name()}"
    return ""


def owner_and_mode(place: Path) -> str:
    """Return the owner and the mode of a file or folder as text."""
    there = place.stat()
    try:
        owner = place.owner()
    except (KeyError, NotImplementedError):  # a number without a name, as in a container; Windows
        owner = f"user {there.st_uid}"
    return f"it belongs to {owner} with mode {stat.S_IMODE(there.st_mode):04o}"


def _closed_folder(place: Path) -> Path | None:
    """Return the first folder on the way to this path that this user may not enter."""
    for folder in reversed(place.absolute().parents):
        if not os.access(folder, os.X_OK):
            return folder if folder.is_dir() else None
    return None


def give(made: Path, like: Path) -> None:
    """Give a file made by root the owner of ``like``; the bot could not open a file of root's."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        os.chown(made, owner.st_uid, owner.st_gid)


def _user_name() -> str:
    try:
        return getuser()
    except (KeyError, OSError):
        return f"user {os.geteuid()}"
