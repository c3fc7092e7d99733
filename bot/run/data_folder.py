"""The data folder: for the bot's own eyes, and for one bot at a time."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from filelock import FileLock, Timeout

LOCK = "labirynt.lock"
OURS = ("labirynt.*", "*.sha256")
"""What the bot keeps there: seeds, secrets, names and ids among it."""
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

_log = structlog.get_logger(__name__)


class FolderUnusable(Exception):
    """The bot cannot live in this folder; the text says why to a person."""


@contextmanager
def occupy_folder(folder: Path, patience: float = 0.0) -> Iterator[None]:
    """Make the folder and keep it to oneself; raises ``FolderUnusable``.

    ``patience``: seconds to wait for another bot that may be about to end.
    """
    before = os.umask(FOR_OTHERS)
    try:
        with _locked(_made(folder), patience):
            _tighten(folder)
            yield
    finally:
        os.umask(before)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise FolderUnusable(f"The folder {folder} cannot be used: {trouble.strerror or trouble}.") from trouble
    return folder


@contextmanager
def _locked(folder: Path, patience: float) -> Iterator[None]:
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        _acquire(lock, patience)
    except Timeout as taken:
        raise FolderUnusable(
            f"Another bot uses the folder {folder}; stop it first, or choose another LABIRYNT_DATA."
        ) from taken
    except OSError as trouble:
        raise FolderUnusable(f"The folder {folder} cannot be used: {trouble.strerror or trouble}.") from trouble
    try:
        yield
    finally:
        lock.release()


def _acquire(lock: FileLock, patience: float) -> None:
    try:
        lock.acquire(timeout=0)
    except Timeout:
        _log.info("folder.taken", waiting=patience)
        lock.acquire(timeout=patience)


def _tighten(folder: Path) -> None:
    """What an older version, or a hand, left readable for others; a folder that is more than the bot's stays."""
    shared = any(folder.absolute() in (place, *place.parents) for place in (Path.cwd(), Path.home()))
    for one in [*(file for names in OURS for file in folder.glob(names)), *([] if shared else [folder])]:
        with contextlib.suppress(OSError):  # somebody else's: no worse than before
            if (mode := stat.S_IMODE(one.stat().st_mode)) & FOR_OTHERS:
                one.chmod(mode & ~FOR_OTHERS)
