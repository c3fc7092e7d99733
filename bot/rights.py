"""Who may read and write a file or a folder: said by name, as those who fail over it only say that they cannot."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from getpass import getuser
from pathlib import Path


def barred(places: Iterable[Path]) -> str:
    """Which of these files or folders may not be read and written, whose it is and who asks; '' if none."""
    for place in places:
        if place.exists() and not os.access(place, os.R_OK | os.W_OK):
            done = "written to" if os.access(place, os.R_OK) else "read"
            return f"{place} cannot be {done}: {owner_and_mode(place)}, and this program runs as {_user_name()}"
    return ""


def owner_and_mode(place: Path) -> str:
    """Whose a file or folder is, and with which rights."""
    there = place.stat()
    try:
        owner = place.owner()
    except (KeyError, NotImplementedError):  # a number without a name, as in a container; Windows
        owner = f"user {there.st_uid}"
    return f"it belongs to {owner} with mode {stat.S_IMODE(there.st_mode):04o}"


def give(made: Path, like: Path) -> None:
    """What root makes for the bot belongs to whom this belongs: a file of root's it could not open."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        os.chown(made, owner.st_uid, owner.st_gid)


def _user_name() -> str:
    try:
        return getuser()
    except (KeyError, OSError):
        return f"user {os.geteuid()}"
