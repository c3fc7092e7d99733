"""Events that a game master calls: monsters of any kind and level, a trap, a treasure, a feature of a room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rules.kernel.corrections import Deed, action, schedule
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.corrections.members import STRONGEST, is_calm
from rules.labirynt_smierci.corrections.places import MOST_MONSTERS, kinds
from rules.labirynt_smierci.course.called import Feature, Meeting, Trap, Treasure
from rules.labirynt_smierci.events.corrections import FeatureCalled, MonstersCalled, TrapCalled, TreasureCalled
from rules.labirynt_smierci.finds.features import MIRROR
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.tables.sheets import TrapRow
from rules.labirynt_smierci.tables.sheets_finds import FEATURES

HERE = "here"
"""The choice of the monsters on the segment that let the party be."""
NOBODY = "nobody"
ANYBODY = "party"
"""The choice that the party sends somebody to the trap."""
BY_DICE = "dice"
BY_THE_TABLE = 0
"""The choice of a strength rolled for each monster."""
MOST_GOLD = 999
LYING = ("open", "chest")
HOWS = ("meeting", "talks", "bribe", "fight", "ambush")
HOMES = ("resident", "wandering")
STAYS = ("stay", "go")
ENDS = ("sprung", "disarm")
BANDS = (("kind", "number"), ("second", "second_number"), ("third", "third_number"))


def offers(game: Game) -> Iterator[Action]:
    """Yield the calls, inside the labyrinth when no monsters wait for the party."""
    if is_calm(game) and not game.outside:
        yield action("monsters", "", _monsters_form(game))
        yield action("trap", "", _trap_form(game))
        yield action("treasure", "", _treasure_form(game))
        yield action("feature", "", _feature_form(game))


# Monsters --------------------------------------------------------------------------------------------------------


def _monsters_form(game: Game) -> Form:
    usual = HOMES[not game.here.is_room]
    fields: tuple[Field, ...] = (
        Field("kind", _gm_choice("kind", (*_monsters_here_option(game), *kinds(game))), Word("field.kind")),
        _number_field("number", None),
        Field(
            "strength",
            Amount(who=GM, why="gm.strengths.rolled", least=BY_THE_TABLE, most=STRONGEST),
            Word("field.strength"),
            BY_THE_TABLE,
        ),
        Field("how", _gm_choice("how", _gm_options("how", HOWS)), Word("field.how"), HOWS[0]),
        Field("level", _level_amount(game), Word("field.level"), game.level),
        Field("home", _gm_choice("home", _gm_options("home", HOMES)), Word("field.home"), usual),
        Field(
            "after",
            _gm_choice("after", _gm_options("after", _allowed_afters(game))),
            Word("field.after"),
            _allowed_afters(game)[0],
        ),
        Field("gold", Amount(who=GM, why="gm.hoard", least=BY_THE_TABLE, most=MOST_GOLD), Word("field.hoard"), 0),
        *(field for pair in BANDS[1:] for field in _extra_monster_fields(game, *pair)),
    )
    return Form(who=GM, why="gm.monsters", fields=fields, check=partial(_check_monsters_form, game))


def _gm_choice(why: str, options: tuple[Option, ...]) -> Choose:
    return Choose(who=GM, why=f"gm.{why}", options=options)


def _gm_options(why: str, ids: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(id, f"gm.{why}.{id}") for id in ids)


def _monsters_here_option(game: Game) -> tuple[Option, ...]:
    if not game.met:
        return ()
    return (Option(HERE, "gm.kind.here", facts={"monster": game.met.name, "number": len(game.met.living)}),)


def _number_field(name: str, usual: int | None = 1) -> Field[int]:
    ask = Amount(who=GM, why="gm.number", least=1, most=MOST_MONSTERS)
    return Field(name, ask, Word(f"field.{name}"), usual)


def _extra_monster_fields(game: Game, kind: str, number: str) -> tuple[Field, ...]:
    options = (Option(NOBODY, "gm.kind.nobody"), *kinds(game))
    return Field(kind, _gm_choice("kind", options), Word(f"field.{kind}"), NOBODY), _number_field(number)


def _level_amount(game: Game) -> Amount:
    levels = [row.level for row in game.tables.levels.level]
    return Amount(who=GM, why="gm.depth", least=min(levels), most=max(levels), facts={"now": game.level})


def _allowed_afters(game: Game) -> tuple[str, ...]:
    """Called monsters cannot stay where others are."""
    return STAYS[1:] if game.met else STAYS


def _check_monsters_form(game: Game, filled: Filled) -> None:
    """Raises ``Refused`` with monsters_many, monsters_mute or no_gold_to_offer."""
    bands = _monster_counts(filled)
    if (number := sum(number for _, number in bands)) > MOST_MONSTERS:
        raise Refused("monsters_many", number=number, most=MOST_MONSTERS)
    if (how := filled.values["how"]) not in ("talks", "bribe"):
        return
    for kind, _ in bands or ([(game.met.kind, 1)] if game.met else []):
        if game.tables.monsters.of(kind).reluctance is None:
            raise Refused("monsters_mute", monster=Word(f"monster.{kind}"))
    if how == "bribe" and not game.purse:
        raise Refused("no_gold_to_offer")


def _monster_counts(filled: Filled) -> tuple[tuple[str, int], ...]:
    if filled.values["kind"] == HERE:
        return ()
    found: dict[str, int] = {}
    for kind, number in BANDS:
        if (item := filled.values[kind]) != NOBODY:
            found[item] = found.get(item, 0) + filled.values[number]
    return tuple(found.items())


def call_monsters(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call monsters; the party meets them before its next question."""
    values, bands = filled.values, _monster_counts(filled)
    schedule(
        game,
        Meeting(
            bands=bands,
            strength=values["strength"],
            level=values["level"],
            resident=values["home"] == "resident",
            how=values["how"],
            stays=values["after"] == "stay",
            gold=values["gold"] if bands else 0,
        ),
    )
    if bands:
        monsters = tuple(Word(f"monster.{kind}") for kind, _ in bands)
        table.tell(MonstersCalled(monsters, tuple(number for _, number in bands), values["level"]))


# Traps -----------------------------------------------------------------------------------------------------------


def _victims(game: Game) -> tuple[Option, ...]:
    return tuple(
        Option(person.id, "gm.victim", facts={"who": person.name, "player": person.seat}) for person in game.people
    )


def _trap_form(game: Game) -> Form:
    rows = {row.id: _trap_row_option(row) for row in reversed(game.tables.traps.trap)}
    kinds = (Option(BY_DICE, "gm.trap.dice"), *reversed(rows.values()))
    fields = (
        Field(
            "who", _gm_choice("who", (Option(ANYBODY, "gm.victim.party"), *_victims(game))), Word("field.who"), ANYBODY
        ),
        Field("trap", _gm_choice("which", kinds), Word("field.trap"), BY_DICE),
        Field("end", _gm_choice("end", _gm_options("end", ENDS)), Word("field.end"), ENDS[0]),
    )
    return Form(who=GM, why="gm.trap", fields=fields)


def _trap_row_option(row: TrapRow) -> Option:
    facts: Facts = {"roll": row.roll}
    if row.id == "twice":
        return Option(row.id, "gm.trap.twice", facts=facts)
    return Option(row.id, "gm.trap.row", facts={**facts, "trap": Word(f"trap.{row.id}")})


def call_trap(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call a trap; it is met before the party's next question."""
    who, kind = filled.values["who"], filled.values["trap"]
    victim = "" if who == ANYBODY else who
    schedule(game, Trap(victim=victim, kind="" if kind == BY_DICE else kind, disarmed=filled.values["end"] == "disarm"))
    table.tell(TrapCalled(game.characters[victim].name if victim else ""))


# Treasure and features -------------------------------------------------------------------------------------------


def _treasure_form(game: Game) -> Form:
    types = tuple(
        Option(row.type, "gm.treasure.type", facts={"type": row.type}) for row in game.tables.treasures.treasure
    )
    fields = (
        Field("type", _gm_choice("treasure.type", types), Word("field.treasure_type")),
        Field("lying", _gm_choice("treasure.lying", _gm_options("lying", LYING)), Word("field.lying"), LYING[0]),
    )
    return Form(who=GM, why="gm.treasure", fields=fields)


def _feature_form(game: Game) -> Form:
    features = tuple(
        Option(kind, "gm.feature.kind", facts={"feature": Word(f"{'segment' if kind == MIRROR else 'feature'}.{kind}")})
        for kind in (*FEATURES, MIRROR)
    )
    first = first_through_the_door(game).id
    fields = (
        Field("feature", _gm_choice("feature.kind", features), Word("field.feature")),
        Field("tester", _gm_choice("feature.tester", _victims(game)), Word("field.tester"), first),
    )
    return Form(who=GM, why="gm.feature", fields=fields)


def call_treasure(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call a treasure; it is found before the party's next question."""
    type, chest = filled.values["type"], filled.values["lying"] == "chest"
    schedule(game, Treasure(type=type, chest=chest))
    table.tell(TreasureCalled(type, chest))


def call_feature(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call a feature; it is examined before the party's next question."""
    kind, tester = filled.values["feature"], filled.values["tester"]
    schedule(game, Feature(kind=kind, tester=tester))
    feature = Word("segment.mirror" if kind == MIRROR else f"feature.{kind}")
    table.tell(FeatureCalled(feature, "" if kind == MIRROR else game.characters[tester].name))


DEEDS: Mapping[str, Deed[Game]] = {
    "monsters": call_monsters,
    "trap": call_trap,
    "treasure": call_treasure,
    "feature": call_feature,
}
