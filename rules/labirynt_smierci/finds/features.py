"""The examination of features [13]: furniture, trap doors, fountains, statues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from rules.kernel.dice import odds
from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Offer, Pick, Way, does, does_with
from rules.kernel.requests import PARTY, Consent, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.combat.powers import guards
from rules.labirynt_smierci.events import finds
from rules.labirynt_smierci.events.combat import GateFound
from rules.labirynt_smierci.finds import outcomes
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.magic.wayside import poison_wounds
from rules.labirynt_smierci.model import Character, Game, Gate
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.consent import consents
from rules.labirynt_smierci.party.losses import cure, dig_grave, leave_ranks, wound
from rules.labirynt_smierci.party.risk import death_by, percent, poison_chances, stake_of
from rules.labirynt_smierci.party.traits import resisted_faces, skill
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets_finds import FEATURES, FindRow
from rules.labirynt_smierci.traps import death_of_sent, delegate, disarm, meet_trap, spring, thieves
from rules.labirynt_smierci.treasure.items import death_by_unknown, make_item, make_thing, put_down, roll_row, swallow


def trap(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Spring a trap on the opener, who may try to disarm it; or somebody casts Thief [7, 10, 13.9].

    Nobody is asked for the opener, who is there already.
    """
    table.tell(finds.TrapUnderTheLid(tester.name))
    lid = Word("trapped.lid")
    if spells := thieves(game, lid):
        meet_trap(table, game, lid, [replace(delegate(game, tester), owners=None), *spells])
    elif not disarm(table, game, tester):
        spring(table, game, tester)


def hidden_room(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find a room without exits or feature; its residents, if any, are met in the room above [13.9, house]."""
    table.tell(finds.HiddenRoom())
    outcomes.perhaps_bring_monsters(table, game, game.tables.finds.room_residents, resident=True)


def pit(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Roll the wounds of a pit; on a 6 it is bottomless: the opener resists unharmed or is lost for ever [13.9]."""
    bottomless = game.tables.finds.bottomless
    depth = table.roll(row.amount, "finds.pit", who=tester.name, bottomless=faces_said(bottomless))
    if depth not in bottomless:
        table.tell(finds.FellIntoPit(tester.name, int(depth)))
        wound(table, game, tester, int(depth), Word("death.pit"))
        return
    table.tell(finds.PitIsBottomless(tester.name))
    if not resists(table, game, tester):
        lose_for_ever(table, game, tester)


def lose_for_ever(table: Table, game: Game, character: Character) -> None:
    """Remove a character with all his things; nobody can call him back."""
    character.fate, character.items, character.gold = "lost", [], 0
    arm(character)
    dig_grave(game, character)
    table.tell(finds.LostForEver(character.name))
    leave_ranks(table, game)


def black_gate(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find the Gate below this room, whatever a mirror said; if it is found already, find a room [13.9]."""
    if game.gate_found:
        hidden_room(table, game, tester, row)
        return
    game.gate = Gate(level=game.level, square=game.square, found=True)
    table.tell(GateFound(game.level, below=True))
    outcomes.bring_monsters(table, game, guards(table, game))


def coffin(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Wake a Vampire that does not talk [13.9]."""
    outcomes.wake(table, game, tester, "vampire", mute=True)


def bookcase(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Teach an examiner with magic potential one more spell, usable from the next adventure [13.9]."""
    ordinary = game.tables.spells.ordinary if max(tester.potential) else ()
    options = [
        Option(spell.id, f"spell.{spell.id}", "spells.cost", {"cost": spell.cost})
        for spell in ordinary
        if spell.id not in tester.known
    ]
    if not options:
        table.tell(finds.BooksUseless(tester.name))
        return
    spell = table.choose(tester.seat, "finds.book", options, name=tester.name)
    tester.known.append(spell)
    table.tell(finds.BookRead(tester.name, Word(f"spell.{spell}")))


def desk(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find the treasure of one type, equal on every level [13.9, house]."""
    table.tell(finds.DeskOpened(tester.name))
    put_down(table, game, roll_row(table, game.tables.treasures.of(game.tables.finds.desk)))


def bed(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Cure wounds by sleep; wanderers may come meanwhile [13.9]."""
    table.tell(finds.SleptInBed(tester.name, cure(tester, amount(table, row.amount, "finds.bed", who=tester.name))))
    outcomes.perhaps_bring_monsters(table, game, game.tables.finds.bed_wanderers, resident=False)


def clavichord(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Call wanderers by music [13.9]."""
    table.tell(finds.ClavichordPlayed(tester.name))
    outcomes.perhaps_bring_monsters(table, game, game.tables.finds.clavichord_wanderers, resident=False)


def mirror(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Look into a mirror as in a mirror room [13.9]."""
    table.tell(finds.MirrorOnTheWall(tester.name))
    outcomes.look_into(table, game)


MIRROR, ALTAR = "mirror", "altar"
NOTES: Mapping[str, str] = {"statue": "resists", "altar": "altar", "trapdoor": "traps", "furniture": "reads"}
"""The note on each candidate for a feature; his strength for other features."""


# Sending somebody ------------------------------------------------------------------------------------------------


def examining_offers(game: Game) -> list[Offer]:
    """Return the offers to send a character to this room's feature, once [13]; hostile monsters prevent it."""
    group, kind = game.met, game.here.kind
    hostile = group is not None and bool(group.living) and group.stance != "truce"
    if game.here.examined or hostile or kind not in (*FEATURES, MIRROR):
        return []
    if kind == MIRROR:
        told = outcomes.tells_of_the_gate(game, game.level) or "nothing"
        seen = Option("examine", "examine.mirror", f"examine.mirror.{told}")
        return [Offer(PARTY, seen, do=does(look_into_the_mirror, game))]
    option = Option(
        "examine", f"examine.{kind}", f"examine.{kind}.note", outcomes.stakes(game) if kind == ALTAR else {}
    )
    ways, facts = tuple(_tester_way(game, person) for person in game.people), {"feature": Word(f"feature.{kind}")}
    do, owners = does_with(examine, game), partial(_owners_of_tester, game)
    return [Pick(PARTY, option, ways=ways, why="finds.tester", facts=facts, owners=owners, do=do)]


def _owners_of_tester(game: Game, character: Character) -> dict[Seat, Consent]:
    return consents(game, [(character, stake_of(death_of_tester(game, character)))])


def death_of_tester(game: Game, character: Character) -> float:
    """The chance that this room's feature kills, petrifies or possesses its examiner, fights excluded [13.9]."""
    kind = game.here.kind
    if kind not in FEATURES:
        return 0.0
    rows = [game.tables.finds.on(kind, face) for face in FACES]
    return sum(_death_by_find(game, character, row) for row in rows) / len(FACES)


def _death_by_find(game: Game, character: Character, row: FindRow) -> float:
    match row.id:
        case "poison":
            return death_by(poison_chances(character, row.amount), character)
        case "potion":
            return death_by_unknown(game, character, "potion")
        case "nameless":
            return 1 - resisted_faces(game, character) / len(FACES)
        case "trap":
            return death_of_sent(game, character)
        case "pit":
            return death_by_pit(game, character, row)
        case _:
            return outcomes.death_by_wrath(game, character, row) if row.id in outcomes.WRATHS else 0.0


def death_by_pit(game: Game, character: Character, row: FindRow) -> float:
    """The chance to die of a pit: by the fall, or lost in a bottomless one [13.9]."""
    lost = 1 - resisted_faces(game, character) / len(FACES)
    bottomless = game.tables.finds.bottomless
    return sum(
        chance * (lost if depth in bottomless else death_by({depth: 1.0}, character))
        for depth, chance in odds(row.amount).items()
    )


def _tester_way(game: Game, character: Character) -> Way[Character]:
    facts: Facts = {
        "who": character.name,
        "strength": character.strength_now,
        "resistance": resisted_faces(game, character),
        "skill": skill(game, character, "traps"),
        "potential": max(character.potential),
        "percent": percent(death_of_tester(game, character)),
    }
    note = f"finds.tester.{NOTES.get(game.here.kind, 'strength')}"
    if game.here.kind == ALTAR:
        facts["worst"] = outcomes.worst_wrath(game, character)
    return Way(Option(character.id, "finds.tester", note, facts), character)


# What comes of it ------------------------------------------------------------------------------------------------


def look_into_the_mirror(table: Table, game: Game) -> None:
    """Examine a mirror with the whole party [13.9]."""
    game.here.examined = True
    outcomes.look_into(table, game)
    settle(table, game)


def examine(table: Table, game: Game, tester: Character) -> None:
    """Let one character examine the feature [13.9]."""
    game.here.examined = True
    examine_feature(table, game, game.here.kind, tester)
    settle(table, game)


def examine_feature(table: Table, game: Game, kind: str, tester: Character) -> None:
    """Roll 1K6 on the table of finds, in the feature's column, and apply the result [13.9]."""
    feature = Word(f"feature.{kind}")
    rolled = int(table.roll("1K6", "finds.roll", who=tester.name, feature=feature))
    table.tell(finds.FeatureExamined(tester.name, feature, rolled))
    row = game.tables.finds.on(kind, rolled)
    RESULTS[row.id](table, game, tester, row)


# Fountain --------------------------------------------------------------------------------------------------------


def poison(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Deal the wounds of poisoned water [13.9]."""
    wounds = poison_wounds(table, game, tester, row.amount, "finds.poison")
    table.tell(finds.PoisonDrunk(tester.name, wounds))
    wound(table, game, tester, wounds, Word("death.water"))


def potion(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Drink a random potion at once [13.9, 14]."""
    table.tell(finds.FountainOfPotion(tester.name))
    swallow(table, game, tester, make_item(table, game, "potion"))


def alcohol(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Lower dexterity until the end of the adventure [13.9]."""
    table.tell(finds.DizzyFromAlcohol(tester.name, _grow_dizzy(table, tester, row)))


def blood(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Lower dexterity until the end of the adventure [13.9]."""
    table.tell(finds.DizzyFromBlood(tester.name, _grow_dizzy(table, tester, row)))


def _grow_dizzy(table: Table, tester: Character, row: FindRow) -> int:
    taken = amount(table, row.amount, "finds.amount", who=tester.name, dizzy=True)
    tester.dizzy += taken
    return taken


def water(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find only water [13.9]."""
    table.tell(finds.WaterDrunk(tester.name))


# Statue ----------------------------------------------------------------------------------------------------------


def medusa(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Wake a Medusa, met as a resident [13.9]."""
    outcomes.wake(table, game, tester, "medusa")


def demon(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Wake a Demon, which never talks [8.4, 13.9]."""
    outcomes.wake(table, game, tester, "demon")


def nameless(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Make the examiner turn on the party unless he resists [13.9]."""
    table.tell(finds.NamelessCalled(tester.name))
    if not resists(table, game, tester):
        outcomes.fight_possessed(table, game, tester)


def jewels(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find jewels, each with a worth by 2K6 [13.9, 14]."""
    outcomes.give_jewels(table, game, row)


def medallion(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find a medallion, whose effect shows when it is put on [13.9, 14]."""
    outcomes.give_item(table, game, make_item(table, game, "medallion"))


def talisman(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find a talisman, whose effect shows when it is put on [13.9, 14]."""
    outcomes.give_item(table, game, make_item(table, game, "talisman"))


# Art -------------------------------------------------------------------------------------------------------------


def art(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find a work of art, which counts as wealth at its price [13.9, 17]."""
    piece = make_thing(game, "art", row.id, worth=amount(table, row.amount, "finds.worth"))
    game.heap.items.append(piece)
    table.tell(finds.ArtFound(tester.name, piece.title, piece.worth))


def manuscript(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Find the manuscript, whose bearer may cast Wrath of God [10, 13.9]."""
    game.heap.items.append(make_thing(game, "manuscript"))
    table.tell(finds.ManuscriptFound(tester.name))


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
    "trap": trap,
    "room": hidden_room,
    "pit": pit,
    "gate": black_gate,
    "coffin": coffin,
    "bookcase": bookcase,
    "desk": desk,
    "bed": bed,
    "clavichord": clavichord,
    "mirror": mirror,
    **dict.fromkeys(outcomes.GIFTS, outcomes.face_altar),
    **dict.fromkeys(("tapestry", "painting", "statuette", "glass", "icon"), art),
    "manuscript": manuscript,
}
