"""Contact sheets as files: all artwork, and of each game the pictures of one that the autopilot played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bot.games import face_of
from bot.games.face import Face, Parts
from bot.games.pictures import Picture
from bot.words.narrator import Narrator
from images.contact import at_phone_width, draw_artwork
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from rules.simulation import by_stages, seed_of

STAGES: Final = 40
"""So far a sample game goes, if it is not over before."""
SEED: Final = 2
PLAYERS: Final = {"s1": "Ala", "s2": "Ola"}


def write_sheets(folder: Path, language: str) -> list[Path]:
    """Write the sheets into a folder, each picture at full size and as a phone shows it; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, png in _all(language):
        for file, data in ((f"{name}.png", png), (f"{name}.phone.png", at_phone_width(png))):
            (folder / file).write_bytes(data)
            written.append(folder / file)
    return written


def _all(language: str) -> Iterator[tuple[str, bytes]]:
    yield from ((f"art-{name}", png) for name, png in draw_artwork())
    for game in all_games():
        shown = asyncio.run(_shown(face_of(game), Narrator(language, PLAYERS), _seen(load(game))))
        seen: set[bytes] = set()
        for name, picture in shown:
            if picture.data not in seen:
                seen.add(picture.data)
                yield f"{game}-{name}-{picture.name.removesuffix('.png')}", picture.data


def _seen(rules: Rules[Any]) -> dict[str, Any]:
    """What everybody may see when a question of each kind is asked for the last time, and at the end."""
    players = rules.seats[0] if rules.seats[0] > 1 else min(2, rules.seats[1])
    state = rules.begin(seat_ids(players), {})
    chance, views = Sealed(seed_of(SEED, 0)), dict[str, Any]()

    def answer(request: Request[Any], seat: Seat) -> Value:
        views[request.why] = rules.view(state, None)
        return rules.autopilot(state, request, seat)

    for _ in by_stages(rules, state, chance, answer, players, STAGES):
        pass
    return {**views, "end": rules.view(state, None)}


async def _shown(face: Face, narrator: Narrator, views: dict[str, Any]) -> list[tuple[str, Picture]]:
    """The pictures of each view: those of a question, and at the end everybody, all sheets and maps."""
    found: list[tuple[str, Picture]] = []
    for why, view in views.items():
        asked = await face.question_picture(narrator, view)
        below = await face.story(narrator, view, (), False)
        found += [(why, picture) for picture in (*below, asked) if picture is not None]
    end = views["end"]
    pages: list[Parts] = [await face.overview(narrator, end)]
    pages += await face.sheets(narrator, end, [one.id for one in face.characters(narrator, end)])
    pages += [await face.map(narrator, end, id) for id, _ in face.maps(narrator, end)]
    pictures = [part for page in pages for part in page if isinstance(part, Picture)]
    return found + [(f"{number:02}", picture) for number, picture in enumerate(pictures, 1)]
