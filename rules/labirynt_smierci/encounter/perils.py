"""For whoever decides whether to fight: how it would go, and what monsters can do beyond their numbers [15]."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.words import Fact, Phrase, Word, phrase
from rules.labirynt_smierci.combat.danger import HURT
from rules.labirynt_smierci.combat.odds import FIGHTS, fight_odds
from rules.labirynt_smierci.magic.casting import casters
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import GATE, may_be_talked_to, reluctance
from rules.labirynt_smierci.party.weapons import FRONT_RANK

SPARING = ("cow", "daunt")
"""The spells that spare a fight without a word [10.7]."""
CAST = ("lightning", "magic_shield")
"""The spells that monsters use [15]."""
BANDS = (("good", 0.0), ("likely", 0.1), ("risky", 0.4), ("grim", 0.9))
"""Up to which part of lost fights a fight is called so; above that it is hopeless."""
DEAR = 0.5
"""So many fallen on average make a good outlook dear."""


def outlook(game: Game, group: Group) -> dict[str, Fact]:
    """How this fight ends on paper: how many of so many are won, what they cost on average."""
    odds = fight_odds(game, group)
    band = next((name for name, lost in BANDS if odds.wiped <= lost), "hopeless")
    return {
        "outlook": Word("outlook.dear" if band == "good" and odds.fallen >= DEAR else f"outlook.{band}"),
        "won": round(FIGHTS * (1 - odds.wiped)),
        "fights": FIGHTS,
        "rounds": max(round(odds.rounds), 1),
        "loss": round(odds.loss),
        "fallen": round(10 * odds.fallen),
    }


def frail(game: Game) -> tuple[Phrase, ...]:
    """The badly hurt of the first rank, whom blows will meet."""
    front = [game.characters[one] for one in game.formation[FRONT_RANK]]
    hurt = [one for one in front if one.alive and one.strength_now <= HURT * one.strength]
    return tuple(phrase("fight.hurt", who=one.name, strength=one.strength_now, full=one.strength) for one in hurt)


def sparing(game: Game, group: Group) -> tuple[Phrase, ...]:
    """The spells that would spare the fight, whoever knows them: what they cost, on how many of six they work."""
    if group.negotiated or group.bribed or not may_be_talked_to(game, group):
        return ()
    spells, found = game.tables.spells, []
    for spell in SPARING:
        if able := tuple(one.name for one in casters(game, spell)):
            rolled = spell == "daunt" and reluctance(game, group) >= spells.reluctant
            key, chance = ("fight.spell.rolled", len(spells.daunted)) if rolled else ("fight.spell", 6)
            facts = {"spell": Word(f"spell.{spell}"), "cost": spells.of(spell).cost, "chance": chance}
            found.append(phrase(key, who=able, **facts))
    return tuple(found)


def perils(game: Game, group: Group) -> tuple[Word, ...]:
    """The powers, spells and skills among these monsters, each once; at last whether they are deaf to words."""
    deaf = [] if may_be_talked_to(game, group) else ["peril.mute"]
    return tuple(map(Word, dict.fromkeys([*_known(game, group), *deaf])))


def _known(game: Game, group: Group) -> Iterator[str]:
    """From the sheets; whoever turned on the party has none."""
    for one in group.living:
        if one.kind == GATE:
            yield f"peril.{GATE}"
        elif not one.person:
            sheet = game.tables.monsters.of(one.kind)
            yield from [sheet.sentence] if sheet.sentence else []
            yield from [f"peril.{sheet.power}"] if sheet.power else []
            yield from (f"peril.{spell}" for spell in sheet.spells if spell in CAST)
            yield from ["peril.weapon_skill"] if sheet.weapon_skill else []
