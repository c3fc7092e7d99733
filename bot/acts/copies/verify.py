"""Verify a proof of fair dice or a copy of a game from a file, on the command line."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import MsgspecError, Struct, ValidationError
from msgspec.structs import replace

from bot.acts.copies import importing
from bot.acts.copies.formats import FullCopy, seal_of
from bot.acts.copies.replaying import BadImport, replay
from bot.words.narrator import Narrator
from rules.kernel import proof
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.proof import Proof, Seal, Verdict
from rules.kernel.text_files import as_utf8

MOST_BYTES = 32 * 1024 * 1024

RulesOf = Callable[[str], Rules]
"""Returns the rules of a game by name; raises ``Refused("no_such_game")``."""


class BadProof(Exception):
    """Raised for a file that is neither a proof nor a copy, or too large."""


class _Kind(Struct):
    kind: str = ""


def verify_file(file: Path, rules_of: RulesOf) -> Verdict:
    """Recompute every die of the file; raises ``BadProof`` for a file without dice."""
    data = as_utf8(_read_bytes(file))
    if _is_copy(data):
        return _verify_copy(file, data, rules_of)
    try:
        return proof.check(_read_proof(file, data))
    except (ValueError, TypeError, Refused) as error:
        raise BadProof(f"{file.name} is damaged: {error}") from error


def _read_bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadProof(f"{file.name} is larger than {MOST_BYTES // 2**20} MiB")
        return file.read_bytes()
    except OSError as error:
        raise BadProof(f"{file.name} cannot be read: {error.strerror}") from error


def _is_copy(data: bytes) -> bool:
    if data.startswith(importing.GZIP):
        return True
    try:
        return msgspec.json.decode(data, type=_Kind).kind != ""
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _read_proof(file: Path, data: bytes) -> Proof:
    try:
        found = msgspec.json.decode(data, type=Proof)
    except ValidationError as error:
        raise BadProof(f"{file.name} is no proof of dice: {error}") from error
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        if data.startswith(importing.SQLITE):
            raise BadProof(
                f"{file.name} is a database of games, not the proof of one: take a file of /dice proof or /game export"
            ) from error
        raise BadProof(f"{file.name} is no proof of dice: it is incomplete or damaged") from error
    if found.format > proof.FORMAT:
        raise BadProof(f"{file.name} was written by a newer version of the bot (format {found.format})")
    return found


def _verify_copy(file: Path, data: bytes, rules_of: RulesOf) -> Verdict:
    voice = Narrator("en", marked=False)
    try:
        copy = importing.read_copy(data)
    except BadImport as bad:
        raise BadProof(f"{file.name}: {importing.why_of(voice, bad)}") from bad
    rules = rules_of(copy.game)
    untold = ""
    try:
        found = importing.check_copy(copy, rules, time.time()).replayed
    except BadImport as bad:
        sentence = f"{importing.place_of(voice, bad)}: {importing.why_of(voice, bad)}"
        if bad.why == "other_rules":
            raise BadProof(f"{file.name} cannot be checked: {sentence}") from bad
        if bad.why != "story" or seal_of(copy) != copy.seal:
            return _with_copy_details(copy, Verdict(0, 0, (sentence,)))
        found, untold = replay(rules, copy), sentence  # another version may have told the same dice otherwise
    return _with_copy_details(
        copy, Verdict(found.fair, found.human, (), found.corrections, by_rules=True, untold=untold)
    )


def _with_copy_details(copy: FullCopy, verdict: Verdict) -> Verdict:
    """Add the file's facts besides its dice; a copy has the hash of its first seed only."""
    later = [Seal(commitment(seed), seed.hex()) for seed in copy.seeds[1:]]
    return replace(
        verdict,
        seeds=len(copy.seeds),
        stages=len(copy.stages),
        seals=(Seal(copy.commitment, copy.seed), *later),
        begun_at=copy.created_at,
    )
