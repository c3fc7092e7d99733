"""What Seekers, cards and Spells are called: by the catalogues, or as somebody wrote who brought them along."""

from __future__ import annotations

from rules.kernel.words import Term, Word

OWN = "own:"
"""How the ids of what is no part of the box begin; its name follows."""


def own_id(name: str) -> str:
    """The id of something that is called so."""
    return OWN + name


def is_own(id: str) -> bool:
    """Whether this came from the main board."""
    return id.startswith(OWN)


def named(head: str, id: str) -> Term:
    """What something is called: ``head`` is that of the catalogue's words; without a name it is unnamed."""
    if not id.startswith(OWN):
        return Word(f"{head}.{id}")
    return id.removeprefix(OWN) or Word(f"{head}.unnamed")
