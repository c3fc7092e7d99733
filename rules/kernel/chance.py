"""Where dice and draws come from: a sealed seed, a script, or a human's hand. The only place that makes chance.

A sealed seed is a secret of 32 bytes, fixed when the game begins; its hash is shown then, the seed at the end. Each
die is a keyed hash of the seed and of a chain over all answers so far: the same path gives the same dice, another
path gives dice that nobody can foresee. When somebody may have come to know the seed, a fresh one is sealed and throws
from then on; it has heard all answers of the stage, as the one before has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import count
from typing import Any, Protocol

import msgspec

from rules.kernel.answers import Value
from rules.kernel.dice import Rolled, parse
from rules.kernel.errors import RuleBroken
from rules.kernel.requests import Draw, Form, NextAction, Request, Roll, Seat, Text

Pile = dict[str, int]


def take_out(pile: Pile, piece: str) -> None:
    """Take one piece out; a piece of which none is left goes from the pile altogether."""
    left = pile[piece] - 1
    if left:
        pile[piece] = left
    else:
        del pile[piece]


def put(pile: Pile, piece: str) -> None:
    """Put one piece in."""
    pile[piece] = pile.get(piece, 0) + 1


def without(pile: Mapping[str, int], pieces: Mapping[str, int]) -> Pile:
    """What is left of a pile when these pieces are set aside."""
    left = {piece: count - pieces.get(piece, 0) for piece, count in pile.items()}
    return {piece: count for piece, count in left.items() if count > 0}


LINK_BYTES = 16
START = bytes(LINK_BYTES)

_encode = msgspec.json.Encoder().encode


class Chance(Protocol):
    """Answers rolls and draws, and hears every answer in the order in which the rules used it."""

    def answer(self, request: Roll | Draw) -> Value | None:
        """The natural dice, or the piece drawn; None when a human's hand is to answer."""

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Take an answer, in its plain form, into account for what comes after."""

    def note(self, seat: Seat, value: Value) -> None:
        """Take an entry that answers no question, such as a correction, into account as it stands."""


class Sealed:
    """Chance from a seed; ``chain`` is the link with which the stage began."""

    def __init__(self, seed: bytes, chain: bytes = START) -> None:
        self._key = seed
        self._salt = blake2b(b"salt", key=seed, digest_size=32).digest()
        self._link = chain
        self._heard: list[tuple[Seat, Value]] = []

    @property
    def chain(self) -> bytes:
        """The link after all answers heard so far (16 bytes)."""
        self._fold()
        return self._link

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Put the answer's salted digest into the chain; words that people typed leave no trace."""
        self.note(seat, without_text(request, seat, value))

    def note(self, seat: Seat, value: Value) -> None:
        """Put a value into the chain as it stands."""
        self._heard.append((seat, value))

    def answer(self, request: Roll | Draw) -> Value:
        """Unbiased dice, or an unbiased draw from the pile."""
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
    """Several seeds in turn: each has heard everything since ``chain``, with which the stage began."""

    def __init__(self, seeds: Sequence[bytes], chain: bytes = START) -> None:
        self._seeds = seeds
        self._start = chain
        self._heard: list[tuple[Seat, Value]] = []
        self._used: dict[int, tuple[Sealed, int]] = {}

    def note(self, seat: Seat, value: Value) -> None:
        """Put a value into every chain as it stands."""
        self._heard.append((seat, value))

    def answer(self, nth: int, request: Roll | Draw) -> Value:
        """What this one of the seeds throws or draws now."""
        return self._of(nth).answer(request)

    def chain(self, nth: int) -> bytes:
        """The link of one of the seeds after all answers heard so far (16 bytes)."""
        return self._of(nth).chain

    def seed_leading_to(self, chain: bytes, oldest: int) -> int | None:
        """Return the first seed, from ``oldest`` on, whose link after all answers is ``chain``, or None."""
        return next((nth for nth in range(oldest, len(self._seeds)) if self.chain(nth) == chain), None)

    def _of(self, nth: int) -> Sealed:
        """The seed's chance, up to date; most seeds are never needed in a stage."""
        sealed, known = self._used.get(nth) or (Sealed(self._seeds[nth], self._start), 0)
        for seat, value in self._heard[known:]:
            sealed.note(seat, value)
        self._used[nth] = (sealed, len(self._heard))
        return sealed


class Scripted:
    """Chance from queues of values, one for each ``why``; what is not in the script is left to ``rest``."""

    def __init__(self, script: Mapping[str, Sequence[Value]], rest: Chance | None = None) -> None:
        self.queues = {why: list(values) for why, values in script.items()}
        self._rest = rest

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Pass on to the rest."""
        if self._rest:
            self._rest.hear(request, seat, value)

    def note(self, seat: Seat, value: Value) -> None:
        """Pass on to the rest."""
        if self._rest:
            self._rest.note(seat, value)

    def answer(self, request: Roll | Draw) -> Value | None:
        """The next value of the script for this question."""
        if queue := self.queues.get(request.why):
            return queue.pop(0)
        return self._rest.answer(request) if self._rest else None


class ByHand(msgspec.Struct, frozen=True):
    """What people throw and draw themselves at a real table.

    ``rolls``: kinds of roll, none of them named: all; None: no roll. A kind is the first part of a ``why``: ``combat``
    of ``combat.attack``. ``draws``: the ``why`` of each draw.
    """

    rolls: tuple[str, ...] | None = None
    draws: tuple[str, ...] = ()

    def is_peoples(self, request: Roll | Draw) -> bool:
        """Whether these dice, or this piece, are people's own."""
        if isinstance(request, Draw):
            return request.why in self.draws and request.pieces is not None
        return self.rolls is not None and (not self.rolls or request.why.partition(".")[0] in self.rolls)


NOTHING = ByHand()
"""All dice and draws are the bot's."""


class Hand:
    """Humans throw real dice and draw from a real box, as far as they wish; the rest is the sealed seed's."""

    def __init__(self, rest: Sealed, own: ByHand) -> None:
        self._rest = rest
        self._own = own

    @property
    def chain(self) -> bytes:
        """The sealed seed's link after all answers heard so far."""
        return self._rest.chain

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Pass on to the sealed seed."""
        self._rest.hear(request, seat, value)

    def note(self, seat: Seat, value: Value) -> None:
        """Pass on to the sealed seed."""
        self._rest.note(seat, value)

    def answer(self, request: Roll | Draw) -> Value | None:
        """None for what is the humans' to throw or draw."""
        return None if self._own.is_peoples(request) else self._rest.answer(request)


def commitment(seed: bytes) -> str:
    """What is shown when the game begins, so that the seed cannot be changed later (SHA-256, hexadecimal)."""
    return sha256(b"labirynt" + seed).hexdigest()


def throw(code: str, seed: bytes) -> tuple[int, ...]:
    """A single roll outside any game: natural pips from fresh secret bytes."""
    return _random_pips(seed, START, parse(code).count)


def thrower(seed: bytes) -> Callable[[str], Rolled]:
    """Rolls outside any game, one after the other; the same seed throws the same dice."""
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
    """Bytes from 252 upwards are thrown away, so that each face has exactly 42 of them."""
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


def without_text(request: Request[Any], seat: Seat, value: Value) -> Value:
    """A plain answer without the words that somebody typed; a form's answers in the order of its fields."""
    match request:
        case Text():
            return ""
        case Form(fields=fields):
            return [without_text(field.ask, seat, value[field.name]) for field in fields]
        case NextAction() if len(value) == 2:
            ask = request.ask_of(seat, value[0])
            return [value[0], without_text(ask, seat, value[1])] if ask is not None else value
    return value
