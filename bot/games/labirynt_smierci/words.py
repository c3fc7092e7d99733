"""What the pictures of Labirynt Śmierci show, in words, for those who do not see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.words.narrator import Narrator, Said
from rules.kernel.words import Word
from rules.labirynt_smierci.view import (
    BattleView,
    CharacterView,
    ExitView,
    FighterView,
    GateView,
    MapView,
    PartyView,
    PlacementView,
    SegmentView,
)


def party_in_words(narrator: Narrator, party: PartyView) -> str:
    """Who marches in which rank and how strong, who is out of play, the gold, the Gate."""
    plain = narrator.plain
    living = [one for one in party.characters if one.alive]
    said = [plain.say("alt.roster", living=len(living), gold=party.gold)]
    said += [plain.say("alt.roster.rank", rank=n, names=names) for n, names in _marching(plain, party)]
    if out := [_lost(plain, one) for one in party.characters if not one.alive]:
        said.append(plain.say("alt.roster.out", names=plain.join_words(out)))
    if party.gate:
        said.append(Said(f"{gate_in_words(plain, party.gate)}."))
    return " ".join(said)


def ending_in_words(narrator: Narrator, party: PartyView, outcome: str) -> str:
    """How it ended, who is alive, and what befell the others; who won, wears a crown."""
    plain = narrator.plain
    people = [one for one in party.characters if not one.ally]
    said = [plain.say("alt.ending", title=plain.say(f"ending.{outcome}"))]
    if living := [_crowned(plain, one, party) for one in people if one.alive]:
        said.append(plain.say("alt.ending.living", names=plain.join_words(living)))
    if out := [_lost(plain, one) for one in people if not one.alive]:
        said.append(plain.say("alt.roster.out", names=plain.join_words(out)))
    return " ".join(said)


def _crowned(plain: Narrator, one: CharacterView, party: PartyView) -> str:
    return f"👑 {plain.term(one.name)}" if one.id in party.winners else plain.term(one.name)


def _marching(plain: Narrator, party: PartyView) -> Iterator[tuple[int, Said]]:
    """Each rank from the front with its living members and their strength."""
    living = {one.id: one for one in party.characters if one.alive}
    for number, rank in enumerate(party.formation, 1):
        members = [living[one] for one in rank if one in living]
        if members:
            yield number, plain.join_words([f"{plain.term(one.name)} {one.strength}/{one.full}" for one in members])


def _lost(plain: Narrator, one: CharacterView) -> str:
    fate = one.fate or "dead"
    return f"{plain.term(one.name)} – {plain.say(f'card.{fate}')}"


def gate_in_words(narrator: Narrator, gate: GateView) -> Said:
    """What is known of the Black Gate."""
    if gate.destroyed or gate.found:
        return narrator.say("party.gate.destroyed" if gate.destroyed else "party.gate.found", level=gate.level)
    if gate.segments_left is None:
        return narrator.say("party.gate", level=gate.level)
    return narrator.say("party.gate.left", level=gate.level, left=gate.segments_left)


def map_in_words(narrator: Narrator, level: MapView) -> str:
    """A map in a few sentences."""
    plain = narrator.plain
    said = [plain.say("alt.map", level=level.level, segments=len(level.segments))]
    here = next((one for one in level.segments if (one.x, one.y) == level.party), None)
    if here is not None:
        said.append(plain.say("alt.map.party", segment=Word(f"segment.{here.kind}")))
    if exits := [f"{one.letter} – {_side(plain, one)}" for one in level.exits if one.letter and _is_here(level, one)]:
        said.append(plain.say("alt.map.exits", exits=plain.join_words(exits)))
    return " ".join([*said, *_found(plain, level.segments)])


def _is_here(level: MapView, one: ExitView) -> bool:
    return (one.x, one.y) == level.party


def _found(plain: Narrator, segments: Sequence[SegmentView]) -> Iterator[Said]:
    """What stands on the map besides the party: monsters, the Gate, members of stone, features done with."""
    if waiting := sum(one.monsters for one in segments):
        yield plain.say("alt.map.monsters", number=waiting)
    for state in sorted({one.gate for one in segments} - {""}):
        yield plain.say(f"alt.map.gate.{state}")
    if stone := sum(one.stone for one in segments):
        yield plain.say("alt.map.stone", number=stone)
    if examined := Counter(one.kind for one in segments if one.examined):
        yield plain.say("alt.map.examined", features=_times(plain, examined))


def _times(plain: Narrator, kinds: Counter[str]) -> Said:
    """Features by name, with how many where there are several."""
    return plain.join_words([plain.say(f"legend.{kind}") + (f" ×{n}" if n > 1 else "") for kind, n in kinds.items()])


def _side(plain: Narrator, one: ExitView) -> str:
    key = "alt.exit.known" if one.known else "alt.exit.unknown"
    return plain.say(key, side=Word(f"side.{one.side}"))


def battle_in_words(narrator: Narrator, battle: BattleView) -> str:
    """A battle in a sentence or two."""
    plain = narrator.plain
    party, monsters = _ranks(plain, battle.party, True), _ranks(plain, battle.monsters, False)
    return plain.say("alt.battle", round=battle.round, party=party, monsters=monsters)


def _ranks(plain: Narrator, ranks: Iterable[Iterable[FighterView]], ours: bool) -> Said:
    return Said(" / ".join(", ".join(_fighter(plain, one, ours) for one in rank) for rank in ranks))


def _fighter(plain: Narrator, one: FighterView, ours: bool) -> str:
    """Mark, name, strength, and what holds: asleep, shielded, on the other side."""
    from images.labirynt_smierci.states import states_of

    said = f"{one.mark} {plain.term(one.name)} {one.strength}/{one.full}"
    holds = ", ".join(plain.say(f"battle.{state}") for state in states_of(one, ours))
    return f"{said} ({holds})" if holds else said


def placement_in_words(narrator: Narrator, placement: PlacementView) -> str:
    """A drawn segment and the letters of the ways in which it can lie."""
    plain = narrator.plain
    letters = plain.join_words([option.letter for option in placement.options])
    return plain.say("alt.placement", segment=Word(f"segment.{placement.kind}"), letters=letters)
