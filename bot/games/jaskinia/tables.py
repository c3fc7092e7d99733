"""The wording of Jaskinia's tables, and its printable sheets and plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from bot.games.jaskinia.words import card_names, cave_in_lines, sayings
from bot.games.table_words import Form, TableWords, Teller
from bot.words.narrator import Narrator
from images.printing.shapes import Cell, Mark, Plan, Sheet, Side
from rules.jaskinia.tables import Tables
from rules.jaskinia.view import AreaView, GateView, SeekerView, View
from rules.kernel.lookups import Facts
from rules.kernel.words import Word

COLUMNS = "ABCDEFGHI"
CRYSTAL = "jaskinia/pieces/crystal"


# Sheets --------------------------------------------------------------------------------------------------------


FORM = Form(
    names=("seeker", "player", "align", "area"),
    figures=("strength", "power", "own_strength", "own_power", "start_strength", "start_power", "gold"),
    tracks={"endurance": 8, "trials": 3},
    parts={"ability": 3, "items": 4, "followers": 2, "spells": 3, "trophies": 2, "cave_cards": 1},
)
GUEST = Form(
    names=("name", "kind", "align", "came"),
    figures=("strength", "power", "endurance", "gold", "spells", "lost"),
    tracks={},
    parts={"items": 5, "followers": 3, "trophies": 3, "cards": 2, "abilities": 3},
    labels="field.guest",
)
"""The sheet of a guest beside the main board, with the fields that are typed when it comes in."""


def sheet(narrator: Narrator, view: View, seeker: SeekerView) -> Sheet:
    """Return a Seeker's current sheet; Spells are named for its own player only."""
    from images.artwork import known

    plain, say = narrator.plain, narrator.plain.say
    full, passed = max(seeker.level, seeker.endurance), len(seeker.trials)
    hidden = say("print.hidden", number=seeker.spells_held) if seeker.spells_held else ""
    hindered = "; ".join(sayings(plain, seeker, "lost", "slow"))
    values = {
        "seeker": plain.term(seeker.name),
        "player": plain.seat(seeker.seat),
        "align": plain.term(Word(f"alignment.{seeker.align}")),
        "area": say("print.outside") if seeker.outside else f"{plain.term(seeker.place)} {seeker.at}",
        "endurance": (full, full - seeker.endurance),
        "trials": (max(view.goal, passed), passed),
        "ability": f"{seeker.said or plain.first_known(seeker.ability)}\n{hindered}",
        "items": "\n".join(plain.term(card.name) for card in seeker.items),
        "followers": card_names(plain, seeker.followers),
        "spells": hidden if seeker.spells is None else "\n".join(plain.term(spell.name) for spell in seeker.spells),
        "trophies": f"{card_names(plain, seeker.trophies)}\n{sayings(plain, seeker, 'trophies')[0]}",
        "cave_cards": "".join(sayings(plain, seeker, "counted")),
    }
    return FORM.fill(plain, asdict(seeker) | values, known("jaskinia/seekers", seeker.id))


# The cave ------------------------------------------------------------------------------------------------------


def plans(narrator: Narrator, view: View) -> list[Plan]:
    """Return the plan of the whole cave."""
    title, notes = narrator.plain.say("cavepic.title", round=view.round), tuple(cave_in_lines(narrator.plain, view)[1:])
    return [_plan(view, title, tuple(_legend(narrator, view)), notes)]


def _plan(view: View, title: str, legend: tuple[tuple[Mark, str], ...], notes: tuple[str, ...] = ()) -> Plan:
    gates = {frozenset(gate.between): gate for gate in view.gates}
    cells = tuple(_cell(view, area, {at: gates[at].open for at in gates if area.id in at}) for area in view.areas)
    return Plan(title, cells, legend, notes)


def blank_plans(narrator: Narrator, tables: Tables) -> list[Plan]:
    """Return the plan of the cave with nobody in it, to be written on."""
    board = tables.board
    areas = tuple(
        AreaView(
            id=area.id,
            kind=area.kind,
            zone=area.zone,
            name=Word(f"cavearea.{area.name}"),
            exits={str(side): beyond for side, beyond in area.exits.items()},
            draw=area.draw,
            chamber=area.name.upper() if area.kind == "chamber" else "",
            instruction=area.instruction,
        )
        for area in board.area
    )
    gates = tuple(GateView(gate.id, gate.between, open=False) for gate in board.gate)
    view = View(0, 0, None, False, "", "", "", (), areas, gates, (), {}, "")
    return [_plan(view, narrator.plain.say("game.jaskinia"), tuple(_legend(narrator, view)))]


def _cell(view: View, area: AreaView, gates: dict[frozenset[str], bool]) -> Cell:
    def side(way: str) -> Side:
        there = area.exits.get(way)
        if there is None:
            return "wall"
        is_open = gates.get(frozenset((area.id, there)))
        return "open" if is_open is None else "gate_open" if is_open else "gate"

    drawing = _drawing(area)
    return Cell(
        COLUMNS.index(area.id[0]),
        int(area.id[1:]) - 1,
        (side("N"), side("E"), side("S"), side("W")),
        name=area.id,
        said="" if drawing else area.chamber or (str(area.draw) if area.draw else ""),
        art=drawing,
        marks=tuple(_marks(view, area)),
    )


def _drawing(area: AreaView) -> str:
    from images.artwork import known

    if area.crystal:
        return CRYSTAL
    if area.kind == "entrance":
        return "signs/entrance"
    return known("jaskinia/sights", area.instruction) if area.instruction else ""


def _marks(view: View, area: AreaView) -> Iterator[Mark]:
    yield from (Mark(str(seeker.mark), solid=True) for seeker in view.seekers if seeker.at == area.id)
    if area.cards:
        yield Mark("+")
    if area.gold:
        yield Mark(art="signs/coin")


def _legend(narrator: Narrator, view: View) -> Iterator[tuple[Mark, str]]:
    plain = narrator.plain
    for seeker in view.seekers:
        yield Mark(str(seeker.mark), solid=True), plain.say("cavepic.player", seeker=seeker.name, who=seeker.seat)
    for state in ("shut", "open"):
        gates = [gate.id for gate in view.gates if gate.open is (state == "open")]
        if gates:
            yield (
                Mark(way="gate" if state == "shut" else "gate_open"),
                plain.say(f"cavepic.legend.{state}", gates=tuple(gates)),
            )
    yield Mark("1"), plain.say("cavepic.legend.draw")
    yield Mark("K"), plain.say("cavepic.legend.chamber")
    if any(area.cards for area in view.areas):
        yield Mark("+"), plain.say("cavepic.legend.cards")
    if any(area.gold for area in view.areas):
        yield Mark(art="signs/coin"), plain.say("cavepic.legend.gold")
    for area in view.areas:
        if not area.crystal and (drawing := _drawing(area)):
            yield Mark(art=drawing), plain.term(area.name)
    if view.crystal:
        yield Mark(art=CRYSTAL), plain.say("cavepic.legend.crystal")


DEEDS = ("do", "mods", "abilities", "on_win", "on_lose", "lose_instead")
"""The columns of a card's operations, which catalogue sentences describe."""


def _operations_in_words(narrator: Narrator, value: Any) -> str | None:
    return narrator.join_words([_operation_in_words(narrator, item) for item in value])


def _operation_in_words(narrator: Narrator, entry: Facts) -> str:
    """Say an operation with its amount, its direction and the card that protects from it."""
    way = entry.get("to") or entry.get("pick") or "lost" * (entry.get("n", 0) < 0)
    said = narrator.first_known(
        f"lookup.deed.{entry['op']}.{way}", f"lookup.deed.{entry['op']}", n=abs(entry.get("n", 0))
    )
    shelter = str(entry.get("unless", "")).removeprefix("has:")
    return narrator.say("lookup.unless", deed=said, card=Word(f"cavecard.{shelter}")) if shelter else said


def _bars_in_words(narrator: Narrator, value: Any) -> str | None:
    return narrator.join_words([_bar_in_words(narrator, *str(item).split(":")) for item in value])


def _bar_in_words(narrator: Narrator, what: str, about: str) -> str:
    """Say one kind of Seeker that may not hold a card."""
    words = {"align": f"alignment.{about}", "seeker": f"seeker.{about}", "has": f"cavecard.{about}"}
    head, word = f"lookup.barred.{what}", Word(words.get(what, about))
    return narrator.first_known(f"{head}.{about}", head, align=word, seeker=word, card=word, ability=about)


def _exits_in_words(narrator: Narrator, value: Any) -> str | None:
    ways = [str(item).split() for item in value]
    return narrator.join_words([f"{narrator.term(Word(f'side.{side.lower()}'))} {beyond}" for side, beyond in ways])


def _exits_in_short(narrator: Narrator, value: Any) -> str | None:
    ways = [str(item).split() for item in value]
    return ", ".join(f"{narrator.say(f'lookup.compass.{side}')} {beyond}" for side, beyond in ways)


class JaskiniaTables(TableWords):
    """The wording of the tables of cards, Spells, Seekers and the board."""

    heads: Mapping[str, str] = {
        "cave_number": "use",
        "cave_chamber": "id",
        "cave_crystal": "part",
        "cave_gate": "gate",
        "cave_area": "name",
        "cave_special": "id",
        "cave_card": "id",
        "cave_spell": "id",
        "seeker": "id",
    }
    notes: Mapping[str, tuple[str, str]] = {
        "cave_chamber": ("id", "note.chamberkind"),
        "cave_crystal": ("part", "note.cavetrial"),
        "cave_area": ("instruction", "note.cavespecial"),
        "cave_special": ("id", "note.cavespecial"),
        "cave_card": ("id", "note.cavecard"),
        "cave_spell": ("id", "note.cavespell"),
        "seeker": ("id", "note.seeker"),
    }
    folders: Mapping[str, str] = {
        "weapon": "weapon",
        "cave_number.use": "lookup.number",
        "cave_chamber.id": "chamberkind",
        "cave_chamber.name": "chamberkind",
        "cave_crystal.part": "cavetrial",
        "map_card": "cavecard",
        "cave_area.id": "cavearea",
        "cave_area.name": "cavearea",
        "cave_area.kind": "lookup.area",
        "cave_special.id": "cavespecial",
        "cave_special.name": "cavespecial",
        "cave_card.id": "cavecard",
        "cave_card.name": "cavecard",
        "cave_card.type": "cavetype",
        "cave_spell.id": "cavespell",
        "cave_spell.name": "cavespell",
        "window": "lookup.window",
        "target": "lookup.target",
        "zone": "lookup.zone",
        "deck": "lookup.deck",
        "stat": "cavestat",
        "align": "alignment",
        "seeker.id": "seeker",
        "seeker.name": "seeker",
    }
    untold = (*DEEDS, "instruction", "order")
    hides_zero = ("gate", "seeker.spells", "gates")
    special: Mapping[str, Teller] = {"comes": _operations_in_words, "barred": _bars_in_words, "ways": _exits_in_words}
    cells: Mapping[str, Teller] = {"barred": _bars_in_words, "ways": _exits_in_short}
