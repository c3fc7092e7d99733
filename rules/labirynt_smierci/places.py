"""Who stands opposite whom: centred ranks, the nearest opponent, ties [9.1, 9.3]."""

from __future__ import annotations

from collections.abc import Mapping


def places(rank: tuple[str, ...]) -> dict[str, int]:
    """Distance from the middle in half steps: three at −2, 0, 2; two at −1, 1; one at 0."""
    return {one: 2 * n - (len(rank) - 1) for n, one in enumerate(rank)}


def nearest(one: str, own: Mapping[str, int], opposite: Mapping[str, int], standing: list[str]) -> list[str]:
    """The opponents straight ahead or nearest, from left to right; several: equally near.

    Somebody alone in his rank against three may meet any of the three [9.3].
    """
    if not standing:
        return []
    if len(own) == 1 and len(opposite) == 3:
        return standing
    distance = {other: abs(opposite[other] - own[one]) for other in standing}
    least = min(distance.values())
    return [other for other in standing if distance[other] == least]
