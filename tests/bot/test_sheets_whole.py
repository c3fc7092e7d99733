"""What a sheet knows of a character is shown everywhere: in words, in the picture and on paper.

Each field of a character's view is changed, one at a time; all three must change with it. A field that one of them does
not show stands in ``NOT_SHOWN`` with the reason. A new field fails here until it is shown or named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.games import face_of
from bot.games.face import Picture
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Request, Seat
from rules.kernel.words import Word
from rules.simulation import by_stages, seed_of

STAGES = 40
WORDS, PICTURE, PAPER = "words", "picture", "paper"
Shown: TypeAlias = Mapping[str, object]

CHARACTERS: Mapping[str, Callable[[Any], Iterable[Any]]] = {
    "labirynt-smierci": lambda view: view.party.characters,
    "jaskinia": lambda view: view.seekers,
    "labirynt-czarnoksieznika": lambda view: [card for team in view.teams for card in team.cards],
}
"""The characters of a view, by game."""

VALUES: Mapping[str, Mapping[str, tuple[object, object]]] = {
    "labirynt-smierci": {
        "name": ("Żółkiewska", "Bolo"),
        "race": ("elf", "dwarf"),
        "seat": ("s1", "s2"),
        "potential": ((0, 9, 9), (9, 0, 9)),
        "in_hand": ("bow", "axe"),
        "charming": ("person", "monster"),
        "ally": ("ogre", "troll"),
        "fate": ("stone", "turned"),
        "skills": ({"gate": 9}, {}),
        "weapon_skill": ({"bow": 9}, {}),
        "spells": (("sleep",), ()),
        "uses": ({}, {"heal": 1}),
    },
    "jaskinia": {
        "name": (Word("seeker.shaman"), Word("seeker.alchemist")),
        "align": ("evil", "good"),
        "seat": ("s1", "s2"),
        "at": ("I9", "A1"),
        "place": (Word("cavearea.deep_corridor"), Word("cavearea.entrance")),
        "ability": ("note.seeker.shaman", "note.seeker.alchemist"),
        "said": ("A word of its own.", ""),
        "trials": (("wealth",), ()),
    },
    "labirynt-czarnoksieznika": {
        "name": (Word("character.haldra"), Word("character.taelin")),
        "seat": ("s1", "s2"),
        "team": ("dwarves", "elves"),
        "state": ("dead", "active"),
        "at": ("A2", "A1"),
        "board": (0, 1),
        "magic": ((), ("spell",)),
        "ability": (Word("ability.wins_ties"), Word("ability.hits_back")),
        "rune": ("fire", "air"),
    },
}
"""Two values of fields where one more or one less would be no value of the game."""

INNER = "an id or a number that only the program uses"
ELSEWHERE = "told by other messages"
BY_HAND = "people see it on their table"
NOT_SHOWN: Mapping[str, Mapping[str, tuple[set[str], str]]] = {
    "labirynt-smierci": {
        "id": ({WORDS, PICTURE, PAPER}, INNER),
        "seat": ({PICTURE}, "a hero's card has no player's name"),
        "known": ({WORDS, PICTURE, PAPER}, "the spells of this adventure stand for them"),
        "usable": ({WORDS, PICTURE, PAPER}, "the spells of this adventure stand for them"),
        "wounds": ({PAPER}, "the boxes tick strength lost, however it was lost"),
        "improvements": ({PAPER}, "follows from the experience"),
        "lesson": ({WORDS, PAPER}, "a number of the rules"),
        "charming": ({PICTURE}, "drawn in the bag from which it was drunk"),
    },
    "jaskinia": {
        "id": ({WORDS}, INNER),
        "seat": ({PICTURE}, "the pawn has the player's colour"),
        "mark": ({PAPER}, "a number of the pawn in pictures"),
        "start_strength": ({PICTURE}, "the counters show what was gained"),
        "start_power": ({PICTURE}, "the counters show what was gained"),
        "room": ({PAPER}, "a number of the rules"),
        "limit": ({PAPER}, "a number of the rules"),
        "aim": ({WORDS, PICTURE, PAPER}, ELSEWHERE),
        "active": ({PICTURE, PAPER}, ELSEWHERE),
        "spells_held": ({PAPER}, "who may look sees the Spells themselves"),
        "outside": ({PICTURE}, "a guest outside has no pawn; words and paper say so"),
        "visit": ({WORDS, PICTURE, PAPER}, "the exit card of a guest beside the board"),
    },
    "labirynt-czarnoksieznika": {
        "id": ({WORDS, PAPER}, INNER),
        "seat": ({WORDS, PICTURE, PAPER}, "the team says whose it is"),
        "team": ({PAPER}, "the team's own sheet names it"),
        "mark": ({WORDS, PAPER}, "a number of the pawn in pictures"),
        "at": ({PAPER}, BY_HAND),
        "board": ({PAPER}, BY_HAND),
        "boxes": ({PAPER}, "a number of the rules"),
        "carried": ({PAPER}, "who may look sees the things themselves"),
        "has_rune": ({PAPER}, "who may look sees the Rune itself"),
        "goals": ({WORDS, PICTURE, PAPER}, ELSEWHERE),
    },
}


@pytest.mark.parametrize("game", all_games())
async def test_what_a_sheet_knows_is_shown_everywhere(game: str) -> None:
    """Words, picture and paper change with each field, save with those that are named."""
    view, character = richest(game)
    narrator = Narrator("en", {"s1": "Ala", "s2": "Ola"})
    before = await shown(game, narrator, view, character)
    same: dict[str, set[str]] = {}
    for field in character.__struct_fields__:
        now = getattr(character, field)
        value = next((value for value in VALUES[game].get(field, ()) if value != now), another(now))
        changed = msgspec.structs.replace(character, **{field: value})
        after = await shown(game, narrator, put(view, character, changed), changed)
        if unchanged := {place for place in before if before[place] == after[place]}:
            same[field] = unchanged

    assert same == {field: places for field, (places, _) in NOT_SHOWN[game].items()}


# For that ----------------------------------------------------------------------------------------------------


SEEDS = {"labirynt-czarnoksieznika": 35}
"""Games with a character that has something to show of everything."""


def richest(game: str) -> tuple[Any, Any]:
    """The character with most to show in a played game, and the view of it that its own player has."""
    rules, found = load(game), []
    seats = seat_ids(max(2, rules.seats[0]))
    state = rules.begin(seats, {})

    def look(request: Request[Any], seat: Seat) -> Any:
        for eye in seats:
            view = rules.view(state, eye)
            own = [character for character in CHARACTERS[game](view) if character.seat == eye]
            found.extend((full(character), len(found) + nth, view, character) for nth, character in enumerate(own))
        return rules.autopilot(state, request, seat)

    for _ in islice(by_stages(rules, state, Sealed(seed_of(3, SEEDS.get(game, 1))), look, len(seats), STAGES), STAGES):
        pass
    return max(found, key=lambda entry: entry[:2])[2:]


def full(character: Any) -> int:
    """How many of its fields have something to show."""
    return sum(bool(getattr(character, field)) for field in character.__struct_fields__)


async def shown(game: str, narrator: Narrator, view: Any, character: Any) -> Shown:
    """What people get to see of this character."""
    face = face_of(game)
    with capture_logs() as logged:
        parts = [part for page in await face.sheets(narrator, view, [character.id]) for part in page]
        paper = face.filled_sheets(narrator, view)
    assert not [entry for entry in logged if entry["event"].startswith(("picture.failed", "words."))]
    return {
        WORDS: [part.alt if isinstance(part, Picture) else part for part in parts],
        PICTURE: [part.data for part in parts if isinstance(part, Picture)],
        PAPER: paper,
    }


def another(value: Any) -> Any:
    """One more, one less, or the other."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case tuple():
            return value[:-1]
        case dict():
            return dict(list(value.items())[:-1])
        case _:
            return None


def put(view: Any, before: Any, after: Any) -> Any:
    """The view with one character in the place of another, wherever it stands."""
    if view is before:
        return after
    if isinstance(view, tuple):
        items = tuple(put(item, before, after) for item in view)
        return items if any(item is not old for item, old in zip(items, view, strict=True)) else view
    if not isinstance(view, msgspec.Struct):
        return view
    return msgspec.structs.replace(view, **dict(changes(view, before, after)))


def changes(view: msgspec.Struct, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a struct that hold the character."""
    for field in view.__struct_fields__:
        old = getattr(view, field)
        if (new := put(old, before, after)) is not old:
            yield field, new
