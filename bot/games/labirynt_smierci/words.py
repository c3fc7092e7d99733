"""The pictures of Labirynt Śmierci in words, for alt texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.words.narrator import Narrator, Said
from images.labirynt_smierci.description import gate_in_words, groups_of
from images.labirynt_smierci.tidings import Fallen, Find, GateNews, Grown, Sprung, Tidings
from rules.kernel.events import Event
from rules.kernel.words import Word
from rules.labirynt_smierci.events import combat, course
from rules.labirynt_smierci.events.finds import (
    ArtFound,
    CharacterImproved,
    JewelFound,
    LostForEver,
    ManuscriptFound,
    ThingFound,
    ThingTaken,
    ValuableTaken,
)
from rules.labirynt_smierci.view import (
    BattleView,
    CharacterView,
    ExitView,
    FighterView,
    MapView,
    PartyView,
    PlacementView,
    ProspectsView,
    SegmentView,
    View,
)

HERE = ".here"
"""The suffix of the key of a step that can be made where the party stands."""


def aims(narrator: Narrator, view: View) -> Iterator[Said]:
    """Yield the party's aims, a line each; nothing before it sets out and after the end."""
    if view.setting_up or view.outcome:
        return
    inside = view.here is not None and view.here.party is not None
    first = _preliminary_aim(narrator, view, inside)
    if first:
        yield narrator.say("aim.now", aim=first)
    yield narrator.say("aim.then" if first else "aim.now", aim=_aim_in_words(narrator, view))
    if inside and not first and view.home is not None:
        yield narrator.say("aim.home" if view.home else "aim.home.no_steps", steps=view.home)
    yield from _lone_victory_lines(narrator, view.party)


def aim_in_short(narrator: Narrator, view: View) -> Said:
    """Say in a word or two what the next step to the common victory is."""
    return narrator.say(f"aim.short.{_next_aim_key(view)}", level=view.party.gate.level if view.party.gate else 0)


def _preliminary_aim(narrator: Narrator, view: View, inside: bool) -> Said:
    """Say the aim before all others: healing, or what can be done outside; '' for none."""
    if not inside:
        return narrator.say("aim.outside")
    if not view.homeward or view.home is None or _next_aim_key(view) == "out" or _is_last_hope_gone(view):
        return Said()
    return narrator.say("aim.heal" if view.home else "aim.heal.here", steps=view.home)


def _aim_in_words(narrator: Narrator, view: View) -> Said:
    """Say the party's aim with the odds at the Gate; it grows first while they are bad and time is left."""
    if _is_last_hope_gone(view):
        return narrator.say("aim.save")
    gate, ahead, key = view.party.gate, view.prospects, f"aim.{_next_aim_key(view)}"
    facts = {"level": gate.level, "left": gate.segments_left or 0} if gate else {}
    if ahead and not (ahead.ready or ahead.pressed or key.endswith(HERE)):
        return narrator.say("aim.grow" if ahead.healed else "aim.grow.no_healed", **facts, **_odds_facts(ahead))
    said = [narrator.say(key, **facts)]
    if ahead:
        said.append(narrator.say(f"aim.odds{_odds_key(ahead)}", **_odds_facts(ahead)))
        said += [narrator.say("aim.last")] if ahead.last else [narrator.say("aim.pressed")] if ahead.pressed else []
    return Said(" ".join(said))


def _is_last_hope_gone(view: View) -> bool:
    """Whether the party turns home in its last adventure before the Gate has fallen."""
    return view.homeward and view.prospects is not None and view.prospects.last


def _odds_facts(ahead: ProspectsView) -> dict[str, int]:
    return {"healed": ahead.healed, "now": ahead.now, "enough": ahead.enough}


def _odds_key(ahead: ProspectsView) -> str:
    if not ahead.healed:
        return ".none"
    return ".hurt" if ahead.now < ahead.healed else ""


def _next_aim_key(view: View) -> str:
    """Return the next step to the common victory: by mirrors to the Gate, and out again [13, 16, 17]."""
    gate, here = view.party.gate, view.here
    if not gate:
        return "mirror.here" if _is_at_unused_mirror(here) else "mirror"
    if gate.destroyed or gate.found:
        return "out" if gate.destroyed else "gate"
    if not here or here.level != gate.level:
        return "level"
    if gate.segments_left is not None:
        return "left"
    return "near.here" if _is_at_unused_mirror(here) else "near"


def _is_at_unused_mirror(here: MapView | None) -> bool:
    """Whether the party stands before a mirror that nobody has looked into."""
    segments = here.segments if here else ()
    return any(
        (segment.x, segment.y) == here.party and segment.kind == "mirror" and not segment.examined
        for segment in segments
        if here
    )


def _lone_victory_lines(narrator: Narrator, party: PartyView) -> Iterator[Said]:
    """Yield what a lone victory takes, and who is nearest to it unless all are equal [17]."""
    living = [
        character
        for character in party.characters
        if character.alive and not character.ally and character.id not in party.winners
    ]
    if not living:
        return
    progress = [_victory_progress(party, character) for character in living]
    best = living[progress.index(max(progress))]
    ahead = max(progress) > (min(progress) if len(living) > 1 else 0)
    facts = {"who": best.name, "experience": best.experience, "wealth": best.wealth, "ahead": ahead}
    yield narrator.say("aim.alone", **facts, points=party.victory_points, gold=party.victory_gold)


def _victory_progress(party: PartyView, character: CharacterView) -> float:
    points, gold = max(party.victory_points, 1), max(party.victory_gold, 1)
    return min(character.experience / points, 1) + min(character.wealth / gold, 1)


EXPLOSION = Word("trap.explosion")
JEWEL, MANUSCRIPT = Word("item.jewel"), Word("item.manuscript")


def tidings_of(view: View, events: Iterable[Event]) -> Tidings:
    """Return the news: deaths, the Black Gate, pending monsters, traps, treasures, lessons.

    In a battle only deaths and the Gate.
    """
    told = list(events)
    fallen, gate = tuple(_fallen_members(view, told)), _gate_news(view, told)
    if view.battle:
        return Tidings(fallen, gate=gate)
    met = view.met if view.met and view.met.stance != "truce" else None
    sprung, found, grown = _sprung_traps(view, told), _found_items(told), _lessons(view, told)
    return Tidings(fallen, met, tuple(sprung), tuple(found), gate, tuple(grown))


def _gate_news(view: View, told: Sequence[Event]) -> GateNews | None:
    fell = any(isinstance(event, combat.GateDestroyed) for event in told)
    if not view.party.gate or not (fell or any(isinstance(event, combat.GateFound) for event in told)):
        return None
    return GateNews(view.party.gate.level, fell)


def _lessons(view: View, told: Sequence[Event]) -> Iterator[Grown]:
    members = {character.name: character for character in view.party.characters}
    for event in told:
        if isinstance(event, CharacterImproved) and event.who in members:
            yield Grown(members[event.who], event.what, event.now)


def _fallen_members(view: View, told: Sequence[Event]) -> Iterator[Fallen]:
    """Yield members who died or fell for ever and were not called back, without charmed monsters."""
    dead = {
        character.name: character for character in view.party.characters if not character.alive and not character.ally
    }
    for event in told:
        if isinstance(event, combat.CharacterDied) and event.who in dead:
            yield Fallen(dead[event.who], event.adventure, event.level)
        elif isinstance(event, LostForEver) and event.who in dead and view.here:
            yield Fallen(dead[event.who], view.party.adventure, view.here.level)


def _sprung_traps(view: View, told: Sequence[Event]) -> Iterator[Sprung]:
    """Yield the traps that wounded somebody."""
    members = {character.name: character for character in view.party.characters}
    for event in told:
        if isinstance(event, course.ExplosionSprung):
            yield Sprung(EXPLOSION, event.wounds)
        elif isinstance(event, course.TrapSprung) and event.wounds and event.victim in members:
            yield Sprung(event.trap, event.wounds, members[event.victim])


GREAT_WORTH, GREAT_PLUS = 90, 2
"""The gold pieces of a jewel or work of art, and the bonus of a weapon or armour, that make a great find."""


def is_great_find(event: Event) -> bool:
    """Whether an event is the discovery of something of great value."""
    match event:
        case JewelFound(worth=worth) | ArtFound(worth=worth):
            return worth >= GREAT_WORTH
        case ThingFound(plus=plus):
            return plus >= GREAT_PLUS
        case _:
            return isinstance(event, ManuscriptFound)


def _found_items(told: Sequence[Event]) -> Iterator[Find]:
    """Yield the finds, each with its taker; great finds also if they are taken later."""
    takers = {
        (event.item, event.worth if isinstance(event, ValuableTaken) else event.plus): event.who
        for event in told
        if isinstance(event, ValuableTaken | ThingTaken)
    }
    found = list(_items_in_light(told))
    seen = {(find.item, find.worth or find.plus) for find in found}
    for find in found:
        yield find._replace(who=find.who or takers.get((find.item, find.worth or find.plus), ""))
    for event in told:
        match event:
            case ValuableTaken(item=item, worth=worth, who=who) if worth >= GREAT_WORTH and (item, worth) not in seen:
                yield Find(item, worth, 0, who)
            case ThingTaken(item=item, plus=plus, who=who) if plus >= GREAT_PLUS and (item, plus) not in seen:
                yield Find(item, 0, plus, who)
            case _:
                pass


def _items_in_light(told: Sequence[Event]) -> Iterator[Find]:
    for event in told:
        match event:
            case JewelFound(worth=worth):
                yield Find(JEWEL, worth)
            case ArtFound(item=item, worth=worth, who=who):
                yield Find(item, worth, 0, who)
            case ThingFound(item=item, plus=plus):
                yield Find(item, 0, plus)
            case ManuscriptFound(who=who):
                yield Find(MANUSCRIPT, who=who)
            case _:
                pass


def tidings_in_words(narrator: Narrator, tidings: Tidings) -> str:
    """Say the news for the alt text; '' if there are none."""
    return " ".join(_tidings_lines(narrator.plain, tidings))


def _tidings_lines(plain: Narrator, tidings: Tidings) -> Iterator[Said]:
    if tidings.fallen:
        yield plain.say("alt.tidings.fallen", names=tuple(casualty.who.name for casualty in tidings.fallen))
    if gate := tidings.gate:
        yield plain.say("alt.tidings.gate.destroyed" if gate.destroyed else "alt.tidings.gate", level=gate.level)
    if met := tidings.met:
        facts = {"number": len(met.strengths), "monster": met.name, "strengths": met.strengths, "perils": met.perils}
        yield plain.say("alt.tidings.met.perils" if met.perils else "alt.tidings.met", **facts)
    if tidings.sprung:
        yield plain.say(
            "alt.tidings.sprung", hurt=plain.join_words([_wounds_in_words(plain, victim) for victim in tidings.sprung])
        )
    if tidings.found:
        yield plain.say(
            "alt.tidings.found", things=plain.join_words([_find_in_words(plain, find) for find in tidings.found])
        )
    for lesson in tidings.grown:
        yield plain.say("alt.tidings.grown", who=lesson.who.name, what=lesson.what, now=lesson.now)


def _wounds_in_words(plain: Narrator, victim: Sprung) -> str:
    who = plain.term(victim.who.name) if victim.who else plain.say("tidings.everybody")
    return f"{plain.term(victim.trap)}, {who} −{victim.wounds}"


def _find_in_words(plain: Narrator, find: Find) -> str:
    said: str = f"{plain.term(find.item)} +{find.plus}" if find.plus else plain.term(find.item)
    if find.worth:
        said = plain.say("tidings.worth", item=find.item, worth=find.worth)
    return f"{plain.term(find.who)}: {said}" if find.who else said


def party_in_words(narrator: Narrator, party: PartyView) -> str:
    """Say the ranks with strengths, the dead, the gold and the Gate."""
    plain = narrator.plain
    living = sum(character.alive for character in party.characters)
    said = [plain.say("alt.roster", living=living, gold=party.gold)]
    for key, facts, members in groups_of(party):
        names = plain.join_words([_member_text(plain, member) for member in members])
        said.append(plain.say(f"alt.roster.{key}", names=names, **facts))
    if party.gate:
        said.append(Said(f"{gate_in_words(party.gate, plain.say)}."))
    return " ".join(said)


def ending_in_words(narrator: Narrator, party: PartyView, outcome: str) -> str:
    """Say how the game ended, who lives, and the fate of the others; winners wear a crown."""
    plain = narrator.plain
    people = [character for character in party.characters if not character.ally]
    said = [plain.say("alt.ending", title=plain.say(f"ending.{outcome}"))]
    if living := ["👑 " * (person.id in party.winners) + plain.term(person.name) for person in people if person.alive]:
        said.append(plain.say("alt.ending.living", names=plain.join_words(living)))
    if out := [_member_text(plain, person) for person in people if not person.alive]:
        said.append(plain.say("alt.roster.out", names=plain.join_words(out)))
    return " ".join(said)


def _member_text(plain: Narrator, character: CharacterView) -> str:
    name = plain.term(character.name)
    if character.alive:
        return f"{name} {character.strength}/{character.full}"
    return f"{name} – {plain.say('card.' + (character.fate or 'dead'))}"


def map_in_words(narrator: Narrator, level: MapView) -> str:
    """Say a map in a few sentences."""
    plain = narrator.plain
    said = [plain.say("alt.map", level=level.level, segments=len(level.segments))]
    here = next((segment for segment in level.segments if (segment.x, segment.y) == level.party), None)
    if here:
        said.append(plain.say("alt.map.party", segment=Word(f"segment.{here.kind}")))
    if exits := [
        f"{each_exit.letter} – {_exit_in_words(plain, each_exit)}"
        for each_exit in level.exits
        if each_exit.letter and ((each_exit.x, each_exit.y) == level.party)
    ]:
        said.append(plain.say("alt.map.exits", exits=plain.join_words(exits)))
    return " ".join([*said, *_map_contents_lines(plain, level.segments)])


def _map_contents_lines(plain: Narrator, segments: Sequence[SegmentView]) -> Iterator[Said]:
    """Yield what stands on the map besides the party: monsters, the Gate, petrified members, used features."""
    if waiting := sum(segment.monsters for segment in segments):
        yield plain.say("alt.map.monsters", number=waiting)
    for state in sorted({segment.gate for segment in segments} - {""}):
        yield plain.say(f"alt.map.gate.{state}")
    if stone := sum(segment.stone for segment in segments):
        yield plain.say("alt.map.stone", number=stone)
    if graves := tuple(name for segment in segments for name in segment.graves):
        yield plain.say("alt.map.graves", names=graves, number=len(graves))
    if examined := Counter(segment.kind for segment in segments if segment.examined):
        yield plain.say(
            "alt.map.examined",
            features=plain.join_words(
                [plain.say(f"legend.{kind}") + (f" ×{n}" if n > 1 else "") for kind, n in examined.items()]
            ),
        )


def _exit_in_words(plain: Narrator, this_exit: ExitView) -> str:
    key = "alt.exit.known" if this_exit.known else "alt.exit.unknown"
    return plain.say(key, side=Word(f"side.{this_exit.side}"))


def battle_in_words(narrator: Narrator, battle: BattleView) -> str:
    """Say a battle in a sentence or two."""
    plain = narrator.plain
    party, monsters = _ranks_in_words(plain, battle.party, True), _ranks_in_words(plain, battle.monsters, False)
    return plain.say("alt.battle", round=battle.round, party=party, monsters=monsters)


def _ranks_in_words(plain: Narrator, ranks: Iterable[Iterable[FighterView]], ours: bool) -> Said:
    return Said(" / ".join(", ".join(_fighter_in_words(plain, fighter, ours) for fighter in rank) for rank in ranks))


def _fighter_in_words(plain: Narrator, fighter: FighterView, ours: bool) -> str:
    """Say a fighter's mark, name, strength and states (asleep, shielded, charmed)."""
    from images.labirynt_smierci.faces import states_of

    said = f"{fighter.mark} {plain.term(fighter.name)} {fighter.strength}/{fighter.full}"
    holds = ", ".join(plain.say(f"battle.{state}") for state in states_of(fighter, ours))
    return f"{said} ({holds})" if holds else said


def placement_in_words(narrator: Narrator, placement: PlacementView) -> str:
    """Say a drawn segment and the letters of its possible placements."""
    plain = narrator.plain
    letters = plain.join_words([option.letter for option in placement.options])
    return plain.say("alt.placement", segment=Word(f"segment.{placement.kind}"), letters=letters)


MOST_KINDS = 3
"""Kinds of monsters whose entries the game master's screen shows."""


def monsters_faced(view: View) -> list[tuple[str, str]]:
    """Return the table of monsters with the entry of each kind that the party fights or has met."""
    if view.battle:
        kinds = [fighter.kind for rank in view.battle.monsters for fighter in rank if not fighter.person]
    else:
        kinds = list(view.met.kinds or (view.met.kind,)) if view.met else []
    level = view.met.level if view.met else 1
    return [("monster", f"{kind} {level}") for kind in dict.fromkeys(kinds)][:MOST_KINDS]
