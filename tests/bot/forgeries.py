"""Ways in which a file can be wrong: by a bad line, by somebody who meddles, by a forger who seals it anew."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from bot.acts.copies.formats import FullCopy, seal_copy
from bot.acts.copies.importing import Checked, check_copy
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE

Json = dict[str, Any]


def resealed(raw: Json) -> bytes:
    """A file as a forger would leave it: with a seal that fits; one that cannot be sealed as it is."""
    data = json.dumps(raw).encode()
    try:
        return msgspec.json.encode(seal_copy(msgspec.json.decode(data, type=FullCopy)))
    except (msgspec.MsgspecError, RecursionError, OverflowError):
        return data


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


def holder(raw: Json, path: tuple[Any, ...]) -> Any:
    """The map or list that holds a place."""
    for key in path[:-1]:
        raw = raw[key]
    return raw


def other_value(value: Any, luck: Random) -> Any:
    """Something else, near or far."""
    match value:
        case bool():
            return luck.choice([not value, 1, None])
        case int():
            return luck.choice([value + 1, value - 1, -value - 1, 10**9, 2**63, 10**30, str(value), float(value) + 0.5])
        case float():
            return luck.choice([value + 1e9, -1.0, 1e300, "now", None])
        case str():
            flipped = "".join(luck.sample(value, len(value)))
            return luck.choice([flipped, value + "x", value[1:], "", 7, ["s1"], "\u202e" + value, "x" * 300])
        case None:
            return luck.choice([0, ["s1"], {}, "s2"])
    return luck.choice([None, 0, "", [], {}, [value], {"x": value}])


def change(raw: Json, luck: Random) -> None:
    """Another value somewhere."""
    path = luck.choice(list(places(raw)))
    inner = holder(raw, path)
    inner[path[-1]] = other_value(inner[path[-1]], luck)


def swap(raw: Json, luck: Random) -> None:
    """Two neighbours of a list change places."""
    lists = [one for path in places(raw) if isinstance(one := holder(raw, path)[path[-1]], list) and len(one) > 1]
    rows = luck.choice(lists)
    nth = luck.randrange(len(rows) - 1)
    rows[nth], rows[nth + 1] = rows[nth + 1], rows[nth]


def drop(raw: Json, luck: Random) -> None:
    """Something is missing."""
    path = luck.choice(list(places(raw)))
    del holder(raw, path)[path[-1]]


def double(raw: Json, luck: Random) -> None:
    """Something stands there twice."""
    paths = [path for path in places(raw) if isinstance(holder(raw, path), list)]
    path = luck.choice(paths)
    rows = holder(raw, path)
    rows.insert(path[-1], rows[path[-1]])


def graft(raw: Json, luck: Random) -> None:
    """A piece of the file grows somewhere else in it."""
    paths = list(places(raw))
    here, there = luck.choice(paths), luck.choice(paths)
    piece = json.loads(json.dumps(holder(raw, there)[there[-1]]))
    holder(raw, here)[here[-1]] = piece


def nest(raw: Json, luck: Random) -> None:
    """Lists within lists."""
    path = luck.choice(list(places(raw)))
    deep: Any = []
    for _ in range(luck.choice([10, 70, 250])):
        deep = [deep]
    holder(raw, path)[path[-1]] = deep


DEEDS: tuple[Callable[[Json, Random], None], ...] = (change, change, change, swap, drop, double, graft, nest)


def mutated(data: bytes, luck: Random, *, forger: bool) -> bytes:
    """A file that is not what it was; a forger's has a seal that fits."""
    raw = json.loads(data)
    for _ in range(luck.choice([1, 1, 1, 3])):
        luck.choice(DEEDS)(raw, luck)
    return resealed(raw) if forger else json.dumps(raw).encode()


def bent(data: bytes, luck: Random) -> bytes:
    """Bytes that a bad line has touched."""
    spoilt = bytearray(data)
    match luck.randrange(4):
        case 0:
            spoilt[luck.randrange(len(spoilt))] ^= 1 << luck.randrange(8)
        case 1:
            del spoilt[luck.randrange(len(spoilt)) :]
        case 2:
            at = luck.randrange(len(spoilt))
            spoilt[at:at] = bytes(luck.randrange(256) for _ in range(luck.randint(1, 9)))
        case 3:
            packed = bytearray(gzip.compress(data, mtime=0))
            packed[luck.randrange(10, len(packed))] ^= 1 << luck.randrange(8)
            spoilt = packed
    return bytes(spoilt)


# What is left of a game ----------------------------------------------------------------------------------


def game_of(found: Checked) -> tuple[Any, ...]:
    """The game itself: its seed, its snapshots, what was answered; what nobody typed."""
    replayed = found.replayed
    answers = [[(line.answer, line.person) for line in lines] for lines in replayed.answers]
    return found.copy.seeds, replayed.snapshots, answers, replayed.told, replayed.position


def is_honest(found: Checked, rules: Rules[Any], now: float) -> bool:
    """What was taken in is a game in its own right: a copy made of it alone is taken again, and is the same game."""
    replayed = found.replayed
    stages = [
        msgspec.structs.replace(stage, state=snapshot.state, chain=snapshot.chain, answers=lines)
        for stage, snapshot, lines in zip(found.copy.stages, replayed.snapshots, replayed.answers, strict=True)
    ]
    again = check_copy(seal_copy(msgspec.structs.replace(found.copy, stages=stages)), rules, now)
    return game_of(again) == game_of(found)


def others_last_words(good: tuple[Any, ...], found: tuple[Any, ...]) -> bool:
    """Whether two games have all in common but the end of their last stage, texts that people typed and human dice."""
    same_seed, same_path = found[0] == good[0], found[1] == good[1]
    dice = [row for lines in found[2] for row, _ in lines if row.seat == CHANCE]
    known = [row for lines in good[2] for row, _ in lines if row.seat == CHANCE]
    return same_seed and same_path and all(die in known for die in dice)
