"""All tables of the rulebook together."""

from __future__ import annotations

from rules.kernel.tables import AllTables
from rules.labirynt_smierci.tables.sheets import (
    Apprentices,
    Bribe,
    Combat,
    Heroes,
    Levels,
    Meetings,
    Monsters,
    Negotiation,
    Suns,
    Tiles,
    Traps,
    Treasures,
)
from rules.labirynt_smierci.tables.sheets_finds import BlackGate, Experience, Finds, Items, Jewels, Powers
from rules.labirynt_smierci.tables.sheets_spells import Spells


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    tiles: Tiles
    levels: Levels
    heroes: Heroes
    apprentices: Apprentices
    suns: Suns
    monsters: Monsters
    residents: Meetings
    wandering: Meetings
    negotiation: Negotiation
    bribe: Bribe
    combat: Combat
    traps: Traps
    treasures: Treasures
    spells: Spells
    items: Items
    jewels: Jewels
    finds: Finds
    experience: Experience
    powers: Powers
    gate: BlackGate
