"""Custom ids: every button, select and modal is an address, never an object with state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from bot.records import Address

VERSION = "v1"
LONGEST = 100
_NUMBER = re.compile(r"[0-9]{1,9}")
_SHORT = re.compile(r"[\w.+-]{1,20}", re.ASCII)

Path = tuple[str, ...]
"""Where inside a request: steps ``a<action>`` and ``f<field>``."""


class CustomId(msgspec.Struct, frozen=True):
    """``v1:<verb>:<game>:<epoch>:<stage>:<step>:<path>:<option>``."""

    verb: str
    game: str
    address: Address
    path: Path = ()
    option: str = ""

    def __str__(self) -> str:
        at = self.address
        place = "/".join(self.path)
        return f"{VERSION}:{self.verb}:{self.game}:{at.epoch}:{at.stage}:{at.step}:{place}:{self.option}"

    def to(self, verb: str, option: str = "", step: str = "") -> CustomId:
        """Another control of the same question, or of a part of it."""
        return CustomId(verb, self.game, self.address, (*self.path, step) if step else self.path, option)


def read(text: str) -> CustomId | None:
    """A custom id of ours; None: of somebody else, or of another version."""
    match text.split(":"):
        case [version, verb, game, epoch, stage, step, place, option] if version == VERSION:
            if not all(_NUMBER.fullmatch(number) for number in (epoch, stage, step)):
                return None
            address = Address(int(epoch), int(stage), int(step))
            return CustomId(verb, game, address, tuple(place.split("/")) if place else (), option)
    return None


def token(name: str) -> str:
    """An option's id as it goes into a custom id; long or odd ones as a digest."""
    return name if _SHORT.fullmatch(name) else "~" + blake2b(name.encode(), digest_size=6).hexdigest()


def named(tokens_of: Iterable[str], wanted: str) -> str | None:
    """The id that this token stands for."""
    return next((name for name in tokens_of if token(name) == wanted), None)
