"""Custom ids: every button, select and modal is an address, never an object with state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from bot.table.records import Address
from rules.kernel.requests import Seat

VERSION = "v1"
LONGEST = 100
_NUMBER = re.compile(r"[0-9]{1,9}")
_STEP = re.compile(r"([0-9]{1,9})(?:\+([1-9][0-9]{0,3}))?(?:@(s[1-9]))?")
_SHORT = re.compile(r"[\w.+-]{1,20}", re.ASCII)

Path = tuple[str, ...]
"""Where inside a request: steps ``a<action>`` and ``f<field>``."""


class CustomId(msgspec.Struct, frozen=True):
    """``v1:<verb>:<game>:<epoch>:<stage>:<step>:<path>:<option>``.

    ``beside``: in a message for one person alone, how many secret asides that person had done at this question; it is
    written behind the step, ``5+2``. ``seat``: where one person answers for several seats, whose panel it stands in,
    ``5@s3``; '' elsewhere.
    """

    verb: str
    game: str
    address: Address
    path: Path = ()
    option: str = ""
    beside: int = 0
    seat: Seat = ""

    def __str__(self) -> str:
        at = self.address
        place, step = "/".join(self.path), f"{at.step}+{self.beside}" if self.beside else f"{at.step}"
        step = f"{step}@{self.seat}" if self.seat else step
        return f"{VERSION}:{self.verb}:{self.game}:{at.epoch}:{at.stage}:{step}:{place}:{self.option}"

    def to(self, verb: str, option: str = "", step: str = "") -> CustomId:
        """The custom id of another control for the same question; with ``step`` one step further along its path."""
        path = (*self.path, step) if step else self.path
        return CustomId(verb, self.game, self.address, path, option, self.beside, self.seat)


def read(text: str) -> CustomId | None:
    """The custom id that this text is; None if it is somebody else's, or of another version."""
    match text.split(":"):
        case [version, verb, game, epoch, stage, step, place, option] if version == VERSION:
            at = _STEP.fullmatch(step)
            if at is None or not all(_NUMBER.fullmatch(number) for number in (epoch, stage)):
                return None
            address = Address(int(epoch), int(stage), int(at[1]))
            path = tuple(place.split("/")) if place else ()
            return CustomId(verb, game, address, path, option, int(at[2] or 0), at[3] or "")
    return None


def token(name: str) -> str:
    """An option's id as it goes into a custom id; a long or odd one as a digest."""
    return name if _SHORT.fullmatch(name) else "~" + blake2b(name.encode(), digest_size=6).hexdigest()


def find_token(tokens_of: Iterable[str], wanted: str) -> str | None:
    """The one of these ids that a token stands for; None if it is none of them."""
    return next((name for name in tokens_of if token(name) == wanted), None)
