"""Dice that fall for nothing but themselves, in Discord, at the shell's prompt or for one command."""

from __future__ import annotations

import secrets

from rules.kernel.chance import throw
from rules.kernel.dice import Rolled, typed_code


def throw_typed(typed: str) -> Rolled:
    """The dice of a typed code; refuses what is no code."""
    code = typed_code(typed)
    return Rolled(code, throw(code, secrets.token_bytes(32)))
