"""Internal errors: logged once with game, stage and step, and shown to the player with a short reference."""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from structlog import get_logger

from bot.store.errors import StoreUnavailable
from bot.table.records import Address
from rules.kernel.errors import Diverged, Refused

log = get_logger(__name__)


class OurFault(Exception):
    """An internal error; nothing was changed. ``reference`` identifies it in the log; ``key``: its sentence."""

    key = "fault.ours"

    def __init__(self, reference: str) -> None:
        super().__init__(f"a fault of ours, noted as {reference}")
        self.reference = reference


class OtherTables(OurFault):
    """The open stage began with other tables; those in force lack the row ``reference``."""

    key = "fault.tables"


class NewerGame(OurFault):
    """The game (``reference``: its id) was played on by a newer program in a way that this one cannot read."""

    key = "fault.newer"


@contextmanager
def blame_on_us(game_id: str, address: Address) -> Iterator[None]:
    """Turn errors inside into ``OurFault``, except refusals and store failures."""
    try:
        yield
    except (Refused, StoreUnavailable, OurFault):
        raise
    except Exception as error:
        raise _log_fault(error, game_id, address) from error


def _log_fault(error: Exception, game_id: str, address: Address) -> OurFault:
    reference = secrets.token_hex(3)
    log.error(
        "game.fault",
        reference=reference,
        game=game_id,
        epoch=address.epoch,
        stage=address.stage,
        step=address.step,
        raised=type(error).__name__,
        detail=f"answer {error.step}" if isinstance(error, Diverged) else "",  # its message may quote what was typed
        where=[f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]],
    )
    return OurFault(reference)
