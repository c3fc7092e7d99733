"""The only source of dice and draws: a sealed seed, a script or people's own dice.

A sealed seed is a secret of 32 bytes, fixed when the game begins; its hash is shown then, the seed at the end. Each die
is a keyed hash of the seed and of a chain over all answers so far: the same answers give the same dice, other answers
give unpredictable ones.

When the seed may have leaked, a fresh one is sealed and used from then on; its chain includes all answers of the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import count
from typing import Protocol

import msgspec
from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.dice import Rolled, parse
from rules.kernel.errors import RuleBroken
from rules.kernel.requests import Draw, Form, NextAction, Request, Roll, Seat, Text

Pile = dict[str, int]


def take_out(pile: Pile, piece: str) -> None:
    """Take one piece out of a pile; a kind with none left is removed."""
    left = pile[piece] - 1
    if left:
        pile[piece] = left
    else:
        del pile[piece]


def put(pile: Pile, piece: str) -> None:
    """Put one piece into a pile."""
    pile[piece] = pile.get(piece, 0) + 1


def without(pile: Mapping[str, int], pieces: Mapping[str, int]) -> Pile:
    """Return the pile without these pieces."""
    left = {piece: count - pieces.get(piece, 0) for piece, count in pile.items()}
    return {piece: count for piece, count in left.items() if count > 0}


LINK_BYTES = 16
START = bytes(LINK_BYTES)

_encode = msgspec.json.Encoder().encode


class Chance(Protocol):
    """A source of rolls and draws that hears every answer in the order in which the rules used it."""

    def answer(self, request: Roll | Draw) -> Value | None:
        """Return the natural dice or the drawn piece, or None when a person is to answer."""

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Let later rolls depend on this answer, given in plain form."""

    def note(self, seat: Seat, value: Value) -> None:
        """Let later rolls depend on an entry that answers no question, such as a correction."""


class Sealed:
    """Chance from a sealed seed; ``chain`` is the link at the beginning of the stage."""

    def __init__(self, seed: bytes, chain: bytes = START) -> None:
        self._key = seed
        self._salt = blake2b(b"salt", key=seed, digest_size=32).digest()
        self._link = chain
        self._heard: list[tuple[Seat, Value]] = []

    @property
    def chain(self) -> bytes:
        """Return the link after all answers heard so far (16 bytes)."""
        self._fold()
        return self._link

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Add the salted digest of the answer to the chain, without texts that people typed."""
        self.note(seat, without_text(request, seat, value))

    def note(self, seat: Seat, value: Value) -> None:
        """Add a value to the chain as it stands."""
        self._heard.append((seat, value))

    def answer(self, request: Roll | Draw) -> Value:
        """Return unbiased dice or an unbiased draw from the pile."""
        self._fold()
        if isinstance(request, Roll):
            return list(_random_pips(self._key, self._link, parse(request.code).count))
        return _nth_piece(request.pile, _number_below(sum(request.pile.values()), self._key, self._link))

    def _fold(self) -> None:
        link, key, salt = self._link, self._key, self._salt
        for seat, value in self._heard:
            digest = blake2b(_encode((seat, value)), key=salt, digest_size=LINK_BYTES).digest()
            link = blake2b(link + digest, key=key, digest_size=LINK_BYTES).digest()
        self._heard.clear()
        self._link = link


class Seals:
    """Several sealed seeds that hear the same answers; ``chain`` is the link at the beginning of the stage."""

    def __init__(self, seeds: Sequence[bytes], chain: bytes = START) -> None:
        self._seeds = seeds
        self._start = chain
        self._heard: list[tuple[Seat, Value]] = []
        self._used: dict[int, tuple[Sealed, int]] = {}

    def note(self, seat: Seat, value: Value) -> None:
        """Add a value to every chain as it stands."""
        self._heard.append((seat, value))

    def answer(self, nth: int, request: Roll | Draw) -> Value:
        """Return the roll or draw of the ``nth`` seed."""
        return self._of(nth).answer(request)

    def chain(self, nth: int) -> bytes:
        """Return the link of the ``nth`` seed after all answers heard so far (16 bytes)."""
        return self._of(nth).chain

    def seed_leading_to(self, chain: bytes, oldest: int) -> int | None:
        """Return the first seed, from ``oldest`` on, whose link after all answers is ``chain``, or None."""
        return next((nth for nth in range(oldest, len(self._seeds)) if self.chain(nth) == chain), None)

    def _of(self, nth: int) -> Sealed:
        """Return the chance of the ``nth`` seed, up to date; made on demand, as a stage needs few of them."""
        sealed, known = self._used.get(nth) or (Sealed(self._seeds[nth], self._start), 0)
        for seat, value in self._heard[known:]:
            sealed.note(seat, value)
        self._used[nth] = (sealed, len(self._heard))
        return sealed


class Scripted:
    """Chance from a queue of values for each ``why``."""

    def __init__(self, script: Mapping[str, Sequence[Value]]) -> None:
        self.queues = {why: list(values) for why, values in script.items()}

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Ignore an answer."""

    def note(self, seat: Seat, value: Value) -> None:
        """Ignore an entry."""

    def answer(self, request: Roll | Draw) -> Value | None:
        """Return the next scripted value for this ``why``."""
        queue = self.queues.get(request.why)
        return queue.pop(0) if queue else None


class ByHand(Struct, frozen=True):
    """The rolls and draws that people make themselves at a real table.

    ``rolls``: kinds of roll; empty means all, None means none. A kind is the first part of a ``why``, such as
    ``combat`` of ``combat.attack``. ``draws``: the ``why`` of each draw.
    """

    rolls: tuple[str, ...] | None = None
    draws: tuple[str, ...] = ()

    def is_peoples(self, request: Roll | Draw) -> bool:
        """Whether people roll these dice or draw this piece themselves."""
        if isinstance(request, Draw):
            return request.why in self.draws and request.pieces is not None
        return self.rolls is not None and (not self.rolls or request.why.partition(".")[0] in self.rolls)


NOTHING = ByHand()
"""The bot makes all rolls and draws."""


class Hand:
    """Chance of a table where people make the rolls and draws in ``ByHand``; a sealed seed makes the others."""

    def __init__(self, rest: Sealed, own: ByHand) -> None:
        self._rest = rest
        self._own = own

    @property
    def chain(self) -> bytes:
        """Return the sealed seed's link after all answers heard so far (16 bytes)."""
        return self._rest.chain

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Pass the answer on to the sealed seed."""
        self._rest.hear(request, seat, value)

    def note(self, seat: Seat, value: Value) -> None:
        """Pass the entry on to the sealed seed."""
        self._rest.note(seat, value)

    def answer(self, request: Roll | Draw) -> Value | None:
        """Return the sealed seed's answer, or None for a roll or draw that people make."""
        return None if self._own.is_peoples(request) else self._rest.answer(request)


def commitment(seed: bytes) -> str:
    """Return the hash of the seed that is shown when the game begins (SHA-256, hexadecimal)."""
    return sha256(b"labirynt" + seed).hexdigest()


def throw(code: str, seed: bytes) -> tuple[int, ...]:
    """Return the natural pips of one roll outside a game, from fresh secret bytes."""
    return _random_pips(seed, START, parse(code).count)


def thrower(seed: bytes) -> Callable[[str], Rolled]:
    """Return a function that makes one roll after another outside a game; the same seed gives the same dice."""
    nth = count()

    def one_more(code: str) -> Rolled:
        fresh = blake2b(next(nth).to_bytes(8, "big"), key=seed[:64], digest_size=32).digest()
        return Rolled(code, throw(code, fresh))

    return one_more


def _chunks_of_random_bytes(key: bytes, link: bytes) -> Iterator[bytes]:
    block = 0
    while True:
        digest = blake2b(link, key=key, person=block.to_bytes(8, "big"), digest_size=64).digest()
        yield from (digest[n : n + 8] for n in range(0, 64, 8))
        block += 1


def _random_pips(key: bytes, link: bytes, count: int) -> tuple[int, ...]:
    """Return unbiased pips; bytes from 252 upwards are skipped, so that each face has exactly 42 bytes."""
    stream = (byte for eight in _chunks_of_random_bytes(key, link) for byte in eight if byte < 252)
    return tuple(next(stream) % 6 + 1 for _ in range(count))


def _number_below(bound: int, key: bytes, link: bytes) -> int:
    if bound <= 0:
        raise RuleBroken("a draw from an empty pile")
    limit = 2**64 - 2**64 % bound
    return next(n for n in map(_to_int, _chunks_of_random_bytes(key, link)) if n < limit) % bound


def _to_int(eight: bytes) -> int:
    return int.from_bytes(eight, "big")


def _nth_piece(pile: Mapping[str, int], nth: int) -> str:
    for piece in sorted(pile):
        if nth < pile[piece]:
            return piece
        nth -= pile[piece]
    raise RuleBroken("a draw past the end of a pile")


def without_text(request: Request, seat: Seat, value: Value) -> Value:
    """Return a plain answer without typed texts; a form's answers are in the order of its fields."""
    match request:
        case Text():
            return ""
        case Form(fields=fields):
            return [without_text(field.ask, seat, value[field.name]) for field in fields]
        case NextAction() if len(value) == 2:
            ask = request.ask_of(seat, value[0])
            return [value[0], without_text(ask, seat, value[1])] if ask else value
    return value
