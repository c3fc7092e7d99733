"""The data folder: readable for its owner only, and used by one bot at a time."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from structlog import get_logger

from bot.rights import barred, give

LOCK = "labirynt.lock"
"""Held by whatever uses the games: a worker, a playground, a command."""
KEEPERS_LOCK = "labirynt.supervisor.lock"
"""Held, before the other, by whoever will use them: by a supervisor all its life, also while it has no worker."""
OURS = ("labirynt.*", "*.sha256")
"""What the bot keeps there: seeds, secrets, names and ids among it."""
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

_log = get_logger(__name__)


class FolderUnusable(Exception):
    """The bot cannot use this folder; the text says why."""


@contextmanager
def occupy_folder(folder: Path, patience: float = 0.0, locks: Sequence[str] = (KEEPERS_LOCK, LOCK)) -> Iterator[None]:
    """Make the folder and lock it; raises ``FolderUnusable``.

    ``patience``: seconds to wait for another bot that may be about to end.
    """
    before = os.umask(FOR_OTHERS)
    try:
        with ExitStack() as held:
            made = _make_folder(folder)
            for lock in locks:
                held.enter_context(_hold_lock(made, lock, patience))
            _tighten_permissions(made)
            yield
    finally:
        os.umask(before)


def nearest(folder: Path) -> Path:
    """Return the path itself if it exists, else its nearest existing parent."""
    return next(place for place in (folder.absolute(), *folder.absolute().parents) if _can_be_seen(place))


def _can_be_seen(place: Path) -> bool:
    try:
        return place.exists()
    except PermissionError:  # in a folder that is somebody else's
        return False


def _make_folder(folder: Path) -> Path:
    there = nearest(folder)
    if not there.is_dir():
        raise FolderUnusable(f"The folder {folder} of LABIRYNT_DATA cannot be used: {there} is a file.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise unusable_folder(folder, trouble) from trouble
    return folder


def unusable_folder(folder: Path, trouble: OSError) -> FolderUnusable:
    """Return the error that says in a sentence why this folder cannot be used."""
    why = f"{barred([folder, folder / LOCK, folder / KEEPERS_LOCK]) or trouble.strerror or trouble}"
    return FolderUnusable(f"The folder {folder} cannot be used: {why}.")


@contextmanager
def _hold_lock(folder: Path, name: str, patience: float) -> Iterator[None]:
    lock = FileLock(folder / name, mode=0o600)
    try:
        _acquire_lock(lock, patience)
        give(folder / name, folder)
    except Timeout as taken:
        raise FolderUnusable(
            f"Another bot uses the folder {folder}; stop it first, or choose another LABIRYNT_DATA."
        ) from taken
    except OSError as trouble:
        raise unusable_folder(folder, trouble) from trouble
    try:
        yield
    finally:
        lock.release()


def _acquire_lock(lock: FileLock, patience: float) -> None:
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not patience:
            raise
        _log.info("folder.taken", waiting=patience)
        lock.acquire(timeout=patience)


def _tighten_permissions(folder: Path) -> None:
    """Take read permission from others where an older version or a person left it; shared folders stay as they are."""
    shared = any(folder.absolute() in (place, *place.parents) for place in (Path.cwd(), Path.home()))
    for path in [*(file for names in OURS for file in folder.glob(names)), *([] if shared else [folder])]:
        with suppress(OSError):  # somebody else's: no worse than before
            if (mode := stat.S_IMODE(path.stat().st_mode)) & FOR_OTHERS:
                path.chmod(mode & ~FOR_OTHERS)
