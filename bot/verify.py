"""Check a proof of fair dice from a file, for anybody at a terminal."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.proof import Proof, Verdict, check

MOST_BYTES = 32 * 1024 * 1024


class BadProof(Exception):
    """The file is no proof, or too large."""


def read_proof(file: Path) -> Proof:
    """A proof from a JSON file; raises ``BadProof`` with what is wrong and where."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadProof(f"{file.name} is larger than {MOST_BYTES // 2**20} MiB")
        return msgspec.json.decode(file.read_bytes(), type=Proof)
    except msgspec.MsgspecError as error:
        raise BadProof(f"{file.name} is no proof of dice: {error}") from error
    except OSError as error:
        raise BadProof(f"{file.name} cannot be read: {error.strerror}") from error


def verify_file(file: Path) -> Verdict:
    """Compute every die of the file again; raises ``BadProof`` for a file that is no proof."""
    proof = read_proof(file)
    try:
        return check(proof)
    except (ValueError, TypeError, Refused) as error:
        raise BadProof(f"{file.name} is damaged: {error}") from error
