"""Chapter 13: the examination of features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.offers import Offer, Pick, Way, does, does_with
from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.asides import settle
from rules.labirynt_smierci.events.finds import (
    ArtFound,
    DizzyFromAlcohol,
    DizzyFromBlood,
    FeatureExamined,
    FountainOfPotion,
    ManuscriptFound,
    NamelessCalled,
    PoisonDrunk,
    WaterDrunk,
)
from rules.labirynt_smierci.finds import furniture, trapdoor
from rules.labirynt_smierci.finds.altars import GIFTS, face_altar, stakes, worst_wrath
from rules.labirynt_smierci.finds.outcomes import (
    fight_possessed,
    give_item,
    give_jewels,
    look_into,
    tells_of_the_gate,
    wake,
)
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.magic.rescue import poison_wounds
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.losses import wound
from rules.labirynt_smierci.party.traits import resisted_faces, skill
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets_finds import FEATURES, FindRow
from rules.labirynt_smierci.treasure.items import make_item, make_thing, swallow

MIRROR, ALTAR = "mirror", "altar"
NOTES: Mapping[str, str] = {"statue": "resists", "altar": "altar", "trapdoor": "traps", "furniture": "reads"}
"""What is worth knowing of somebody who is to be sent to a feature; else his strength."""


# Sending somebody ------------------------------------------------------------------------------------------------


def examining_offers(game: Game) -> list[Offer[Any]]:
    """Send somebody to examine the feature of this room, once [13]; hostile monsters would not let him."""
    group, kind = game.met, game.here.kind
    hostile = group is not None and bool(group.living) and group.stance != "truce"
    if game.here.examined or hostile or kind not in (*FEATURES, MIRROR):
        return []
    if kind == MIRROR:
        told = tells_of_the_gate(game, game.level) or "nothing"
        seen = Option("examine", "examine.mirror", f"examine.mirror.{told}")
        return [Offer(PARTY, seen, do=does(look_into_the_mirror, game))]
    option = Option("examine", f"examine.{kind}", f"examine.{kind}.note", stakes(game) if kind == ALTAR else {})
    ways, facts = tuple(_tester(game, one) for one in game.people), {"feature": Word(f"feature.{kind}")}
    return [Pick(PARTY, option, ways=ways, why="finds.tester", facts=facts, do=does_with(examine, game))]


def _tester(game: Game, one: Character) -> Way[Character]:
    facts: dict[str, Fact] = {
        "who": one.name,
        "strength": one.strength_now,
        "resistance": resisted_faces(game, one),
        "skill": skill(game, one, "traps"),
        "potential": max(one.potential),
    }
    note = f"finds.tester.{NOTES.get(game.here.kind, 'strength')}"
    if game.here.kind == ALTAR:
        facts["worst"] = worst = worst_wrath(game, one)
        note += ".deadly" if worst >= one.strength_now else ""
    return Way(Option(one.id, "finds.tester", note, facts), one)


# What comes of it ------------------------------------------------------------------------------------------------


def look_into_the_mirror(table: Table, game: Game) -> None:
    """All together [13.9]."""
    game.here.examined = True
    look_into(table, game)
    settle(table, game)


def examine(table: Table, game: Game, tester: Character) -> None:
    """One character examines the feature [13.9]."""
    game.here.examined = True
    examine_feature(table, game, game.here.kind, tester)
    settle(table, game)


def examine_feature(table: Table, game: Game, kind: str, tester: Character) -> None:
    """1K6 on the table of finds, in the feature's column [13.9]."""
    feature = Word(f"feature.{kind}")
    rolled = int(table.roll("1K6", "finds.roll", who=tester.name, feature=feature))
    table.tell(FeatureExamined(tester.name, feature, rolled))
    row = game.tables.finds.on(kind, rolled)
    RESULTS[row.id](table, game, tester, row)


# Fountain --------------------------------------------------------------------------------------------------------


def poison(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Poisoned water [13.9]."""
    wounds = poison_wounds(table, game, tester, row.amount, "finds.poison")
    table.tell(PoisonDrunk(tester.name, wounds))
    wound(table, game, tester, wounds)


def potion(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A potion, drunk at once [13.9, 14]."""
    table.tell(FountainOfPotion(tester.name))
    swallow(table, game, tester, make_item(table, game, "potion"))


def alcohol(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Less dexterity till the end of the adventure [13.9]."""
    table.tell(DizzyFromAlcohol(tester.name, _grow_dizzy(table, tester, row)))


def blood(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Less dexterity till the end of the adventure [13.9]."""
    table.tell(DizzyFromBlood(tester.name, _grow_dizzy(table, tester, row)))


def _grow_dizzy(table: Table, tester: Character, row: FindRow) -> int:
    taken = amount(table, row.amount, "finds.amount")
    tester.dizzy += taken
    return taken


def water(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Nothing but water [13.9]."""
    table.tell(WaterDrunk(tester.name))


# Statue ----------------------------------------------------------------------------------------------------------


def medusa(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """The statue lives: a normal encounter with a resident [13.9]."""
    wake(table, game, tester, "medusa")


def demon(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A Demon attacks; it never talks [8.4, 13.9]."""
    wake(table, game, tester, "demon")


def nameless(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Resist, or turn on the party [13.9]."""
    table.tell(NamelessCalled(tester.name))
    if not resists(table, game, tester):
        fight_possessed(table, game, tester)


def jewels(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Jewels, each worth what 2K6 say [13.9, 14]."""
    give_jewels(table, game, row)


def medallion(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A medallion; what it does shows when it is put on [13.9, 14]."""
    give_item(table, game, make_item(table, game, "medallion"))


def talisman(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A talisman; what it does shows when it is put on [13.9, 14]."""
    give_item(table, game, make_item(table, game, "talisman"))


# Art -------------------------------------------------------------------------------------------------------------


def art(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A work of art counts at its price [13.9, 17]."""
    piece = make_thing(game, "art", row.id, worth=amount(table, row.amount, "finds.worth"))
    game.heap.items.append(piece)
    table.tell(ArtFound(tester.name, piece.title, piece.worth))


def manuscript(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Its bearer may cast Wrath of God [10, 13.9]."""
    game.heap.items.append(make_thing(game, "manuscript"))
    table.tell(ManuscriptFound(tester.name))


RESULTS: Mapping[str, Callable[[Table, Game, Character, FindRow], None]] = {
    "poison": poison,
    "potion": potion,
    "alcohol": alcohol,
    "jewel": jewels,
    "water": water,
    "blood": blood,
    "medusa": medusa,
    "jewels": jewels,
    "medallion": medallion,
    "demon": demon,
    "talisman": talisman,
    "nameless": nameless,
    "trap": trapdoor.trap,
    "room": trapdoor.hidden_room,
    "pit": trapdoor.pit,
    "gate": trapdoor.black_gate,
    "coffin": furniture.coffin,
    "bookcase": furniture.bookcase,
    "desk": furniture.desk,
    "bed": furniture.bed,
    "clavichord": furniture.clavichord,
    "mirror": furniture.mirror,
    **dict.fromkeys(GIFTS, face_altar),
    **dict.fromkeys(("tapestry", "painting", "statuette", "glass", "icon"), art),
    "manuscript": manuscript,
}
"""What each result of the table of finds does."""
