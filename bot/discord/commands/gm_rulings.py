"""The game master's corrections, by panel or typed, with a preview before they are made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, zip_longest

import msgspec
from discord import ButtonStyle
from msgspec.structs import replace

from bot.acts import rulings
from bot.acts.ruling_preview import Course, Preview, preview
from bot.discord.commands.registering import Handler, table_of
from bot.discord.commands.ruling_lines import Unclear, find_correction, may_be_value
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, table_words, words
from bot.discord.prompts.choices import menus
from bot.discord.prompts.components import (
    CONTENT,
    PER_SELECT,
    ROWS,
    CustomId,
    Menu,
    Path,
    Pick,
    Press,
    fit_lines,
    token,
    view,
)
from bot.discord.prompts.open_question import Scene, draft_address, draft_key
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import Shown
from bot.discord.prompts.question_path import answer_to_whole
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.typed import parse_answer
from bot.discord.prompts.words import question
from bot.discord.sitting import Sitting
from bot.games.face import ON_TABLE, ONE, Face
from bot.session.lobby import must_be_open
from bot.table.records import Note
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.answers import Value, judge
from rules.kernel.corrections import CORRECTION, TAKE_BACK, RulingWaits, rulable, waits
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Amount, Form, Formation, NextAction, Option, Request, Seat


def asked_in_words(scene: Scene) -> Said:
    """Return the open question with the asked players, including parts hidden from the others."""
    narrator = scene.narrator
    return narrator.say("status.asked", question=question(narrator, scene.waiting), names=table_words.names(scene))


def hidden_things(scene: Scene) -> Iterator[str]:
    """Yield what each seat hides from the others, in games with secrets."""
    narrator, now = scene.narrator, scene.standing
    for seat in now.record.seats if now.state is not None else ():
        if own := scene.face.mine(narrator, scene.rules.view(now.state, seat.seat)):
            yield f"{narrator.say('gm.see.hidden', who=seat.seat)}\n{own}"


def note_lines(notes: list[Note]) -> Iterator[str]:
    """Yield each note with its time, which Discord shows in the reader's time zone."""
    for note in notes:
        yield f"- <t:{round(note.at)}:f> {note.text}"


def newest(lines: list[str]) -> str:
    """Return the last lines that fit into a message."""
    while len(lines) > 1 and len("\n".join(lines)) > CONTENT:
        lines = lines[1:]
    return fit_lines(lines)


OPENLY, SILENT = "agm", "agmw"
WHOM = "gm.whom"
WAITING = "gm.group.waiting"
"""The group of the rulings that can be taken back, as they wait until the rules allow them."""


class Group(msgspec.Struct, frozen=True):
    """The corrections with one subject: a character, the party, the monsters, or additions to the table."""

    option: Option
    offers: NextAction

    @property
    def step(self) -> str:
        """The path step that leads to this group."""
        return "a" + self.option.id


class Ruling(Scene, frozen=True, kw_only=True):
    """A table whose open question is what to correct, for the game master; ``table``: as the others see it."""

    groups: tuple[Group, ...]
    table: Scene

    def usual(self, request: Request, seat: Seat, *, openly: bool = False) -> Value | None:
        """Return initial values for the fields of a form; corrections have no usual answer."""
        return (
            {field.name: _initial_value(field.ask) if field.usual is None else field.usual for field in request.fields}
            if isinstance(request, Form)
            else None
        )


def _initial_value(request: Request) -> Value | None:
    match request:
        case Formation(now=ranks):
            return [list(rank) for rank in ranks]
        case Amount(least=least):
            now = request.facts.get("now")
            return now if isinstance(now, int) else least
    return None


def is_ruling(id: CustomId) -> bool:
    """Whether a control belongs to a game master's panel."""
    return id.path[:1] in ((OPENLY,), (SILENT,))


def ruling(scene: Scene, user_id: int) -> Ruling:
    """Return the table with the corrections as its question; refuses everybody but the game master."""
    standing = scene.standing
    rulings.must_master(standing.record, user_id)
    must_be_open(standing)
    offers = rulable(scene.rules, standing.state, now=standing.rulable)
    if not offers.actions:
        raise Refused("gm_before_answer")
    groups = tuple(_correction_groups(scene.face, offers))
    whom = NextAction(who=GM, why=WHOM, actions=tuple(Action(GM, group.option, group.offers) for group in groups))
    ways = tuple(Action(GM, Option(step[1:], ""), whom) for step in (OPENLY, SILENT))
    asked = NextAction(who=GM, why=CORRECTION, actions=ways)
    return Ruling(replace(standing, waiting=asked), scene.rules, groups=groups, table=scene)


def _correction_groups(face: Face, offers: NextAction) -> Iterator[Group]:
    """Yield the groups of corrections; two characters of one name get a group each."""
    found: dict[tuple[str, str], list[Action]] = {}
    for action in offers.actions:
        found.setdefault(_group_key(face, action), []).append(action)
    for nth, ((label, _), actions) in enumerate(found.items()):
        facts = {"who": actions[0].option.facts["who"]} if label == ONE else {}
        asked = NextAction(who=GM, why=label, actions=tuple(actions), facts=facts)
        yield Group(Option(f"g{nth}", label, facts=facts), asked)


def _group_key(face: Face, action: Action) -> tuple[str, str]:
    """Return the label of a correction's subject, and the character's id for one character."""
    label = WAITING if action.option.id.startswith(TAKE_BACK) else face.group(action)
    return label, action.option.id.partition(":")[2] if label == ONE else ""


def groups_of(scene: Ruling, *, placing: bool | None = None) -> list[Group]:
    """Return the groups, with ``placing`` only those put on the table (True) or the others (False); refuses if none."""
    chosen = [group for group in scene.groups if placing is None or (group.option.label == ON_TABLE) == placing]
    if not chosen:
        raise Refused("gm_not_now")
    return chosen


def offers_of(scene: Ruling, *, placing: bool | None = None) -> NextAction:
    """Return the corrections: the first of each group, then the second, and so on; ``placing`` as in ``groups_of``."""
    rows = zip_longest(*(group.offers.actions for group in groups_of(scene, placing=placing)))
    actions = tuple(action for action in chain.from_iterable(rows) if action is not None)
    return NextAction(who=GM, why=CORRECTION, actions=actions)


def offered_words(scene: Ruling, offers: NextAction) -> list[tuple[str, str]]:
    """Return the names and ids of the corrections, for autocomplete."""
    plain = scene.plain
    return [(words.label(plain, action.option), action.option.id) for action in offers.actions]


# By panel --------------------------------------------------------------------------------------------------


async def show_all(service: TableService, reply: Reply, scene: Ruling, way: str, *, placing: bool) -> None:
    """Show the choice of a group first, if there are several."""
    groups = groups_of(scene, placing=placing)
    if len(groups) == 1:
        await show(service, reply, scene, (way, groups[0].step), groups[0].offers)
        return
    options = [group.option for group in groups]
    picked = menus(scene, options, (way,), [option.id for option in options])[:ROWS]
    asked = f"**{scene.narrator.say(f'ask.{WHOM}')}**\n{scene.narrator.say(f'why.{WHOM}')}"
    await reply.whisper(Shown(asked, view(menus=picked)))


def place_of(scene: Ruling, way: str, action: Action) -> Path:
    """Return the path to a correction."""
    group = next(each_group for each_group in scene.groups if action in each_group.offers.actions)
    return (way, group.step, "a" + token(action.option.id))


async def show(service: TableService, reply: Reply, scene: Ruling, path: Path, request: Request) -> None:
    """Show the panel for the question at this path."""
    await reply.whisper(panel(scene, request, path, GM, await service.draft(scene, GM)))


async def say(reply: Reply, said: str, buttons: Sequence[Press] = (), menus: Sequence[Menu] = ()) -> None:
    """Send text to the game master, in place of the panel if there is one."""
    await reply.show(Shown(clip(said, CONTENT), view(buttons, menus)))


# What was looked at ----------------------------------------------------------------------------------------

CHOSEN = re.compile(r"(do|whisper|cancel)([0-9]{1,4})")
"""The option of a button below a preview: the action, and the number of rulings at the question when it was shown."""


def ways_on(id: CustomId, narrator: Narrator, since: int, *, whispered: bool, may: bool = True) -> list[Press]:
    """Return the buttons below a preview, the intended one first; ``may``: a silent ruling would go unnoticed."""
    ways = ("whisper", "do", "cancel") if whispered and may else ("do", "whisper", "cancel")
    styles = (ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.secondary)
    return [
        Press(
            id.to(id.verb, f"{way}{since}"), narrator.plain.say(f"gm.button.{way}"), style, way == "whisper" and not may
        )
        for way, style in zip(ways, styles, strict=True)
    ]


RELATIVE = re.compile(r"\s*[+\-−–]")
"""A number typed as so many more or less than now."""
PREVIEW_VERB, MEANT_VERB = "rule", "meant"
LINES = 6
"""Maximum number of story lines in a preview."""


class Typed(msgspec.Struct, frozen=True):
    """A typed ruling; ``sure``: make it without a preview."""

    what: str
    value: str
    whispered: bool
    sure: bool
    placing: bool
    reason: str = ""


def _parse_value(scene: Ruling, action: Action, value: str) -> Value:
    """Return the answer to a correction's question; a refusal says whose value it is."""
    what = action.option.id
    try:
        answer = action.ask and _parse_value_nearby(scene, action, action.ask, value)
        judge(offers_of(scene), [what] if answer is None else [what, answer], GM)
    except Refused as refusal:
        why = scene.narrator.say(f"refused.{refusal.reason}", **refusal.facts)
        if isinstance(action.ask, Amount):  # it says, for example, that nobody can be struck dead now
            why = Said(f"{why}\n{words.reason(scene.narrator, action.ask)}".strip())
        raise Refused("ruling_value", what=Said(words.label(scene.narrator, action.option)), why=why) from refusal
    return answer


def _parse_value_nearby(scene: Ruling, action: Action, ask: Request, value: str) -> Value:
    """Return the typed answer; a chamber that every board has is meant on the character's own board."""
    try:
        return parse_answer(scene.narrator, ask, value, scene.usual(ask, GM))
    except Refused as refusal:
        board = action.option.facts.get("board")
        if refusal.reason != "several_fit" or board is None:
            raise
        return parse_answer(scene.narrator, ask, f"{value} {scene.plain.term(board)}")


async def take_typed(service: TableService, reply: Reply, table: Scene, typed: Typed) -> None:
    """Preview a typed ruling, or show the panel for its missing parts."""
    scene = ruling(table, reply.user_id)
    way = SILENT if typed.whispered else OPENLY
    if not typed.what:
        await show_all(service, reply, scene, way, placing=typed.placing)
        return
    offers = offers_of(scene, placing=typed.placing)
    try:
        action, value, answer = _read_line(scene, offers, typed)
    except Refused as refusal:
        line = f"{typed.what} {typed.value}".strip()
        explained = scene.face.explained_refusal(scene.narrator, scene.view, refusal, line)
        if not isinstance(explained, Unclear):
            raise explained from refusal
        await _ask_which(service, reply, scene, typed, explained)
        return
    path, what = place_of(scene, way, action), action.option.id
    if answer is None:
        if action.ask is not None and not value:
            await show(service, reply, scene, path, action.ask)
            return
        answer = _parse_value(scene, action, value)
        relative = isinstance(action.ask, Amount) and RELATIVE.match(value)
        if relative and waits(scene.rules, scene.state, what, answer, now=scene.standing.rulable):
            raise Refused("gm_relative", example=answer)
    if typed.sure:
        await rule(service, reply, scene, what, answer, whispered=typed.whispered, reason=typed.reason)
    else:
        await propose(service, reply, scene, path, what, answer, typed.reason)


async def _ask_which(service: TableService, reply: Reply, scene: Ruling, typed: Typed, unclear: Unclear) -> None:
    """Show the refusal with a menu of what may be meant; the rest of the line is kept until it is chosen."""
    rest = [unclear.value, typed.whispered, typed.placing, typed.reason]
    await service.sessions.put_draft(scene.game_id, draft_address(scene.standing, GM), GM, MEANT_VERB, rest)
    picks = [Pick(name, label) for name, label in unclear.meant.items()][:PER_SELECT]
    menu = Menu(scene.id(MEANT_VERB), scene.plain.say("gm.which"), picks)
    said = scene.narrator.say(f"refused.{unclear.reason}", **unclear.facts)
    await reply.whisper(Shown(said, view(menus=[menu])))


async def on_meant_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Go on with the line of a typed ruling whose correction was chosen from a menu."""
    scene = await table_of(service, reply, id)
    rest = (await service.draft(scene, GM)).get(MEANT_VERB)
    if id.address != scene.address or rest is None:
        raise Refused("stale")
    value, whispered, placing, reason = rest
    what = "".join(values)
    await take_typed(service, reply, scene, Typed(what, value, whispered, False, placing, reason))


def _read_line(scene: Ruling, offers: NextAction, typed: Typed) -> tuple[Action, str, Value]:
    """Return the correction, its value in words, and the answer if the line is a call, which ``/gm now`` understands.

    What is put on the table may be named in full, called, or named with its value, in this order.
    """
    try:
        return *find_correction(scene, offers, typed.what, typed.value, whole=typed.placing), None
    except Refused as unknown:
        if not typed.placing:
            raise
        line = f"{typed.what} {typed.value}".strip()
        calls = {action.option.id: action for action in offers.actions if action.option.id in scene.face.calls}
        try:
            what, answer = scene.face.calling.read_line(scene.narrator, calls, line)
            judge(offers, [what, answer], GM)
        except Refused as refusal:
            with suppress(Refused):
                action, value = find_correction(scene, offers, typed.what, typed.value)
                if may_be_value(scene, action, value):
                    return action, value, None
            explained = scene.face.explained_refusal(scene.narrator, scene.view, refusal, line)
            known = explained is not refusal or refusal.facts.get("such") or refusal.reason == "call_negative"
            raise (explained if known else unknown) from refusal
        return calls[what], "", answer


async def propose(
    service: TableService, reply: Reply, scene: Ruling, path: Path, what: str, answer: Value = None, reason: str = ""
) -> None:
    """Show the preview of a ruling, in place of the panel if there is one."""
    standing = scene.standing
    called = scene.face.runs(what)
    seen = await preview(service.sessions, standing.record.id, reply.user_id, what, answer, called=called)
    at = draft_address(standing, GM)
    await service.sessions.put_draft(standing.record.id, at, GM, draft_key(path, PREVIEW_VERB), [what, answer, reason])
    await reply.show(_preview_message(scene, path, seen, [what] if answer is None else [what, answer]))


def _preview_message(scene: Ruling, path: Path, seen: Preview, value: Sequence[Value]) -> Shown:
    changed = words.answer_in_words(scene.narrator, offers_of(scene), list(value), GM)
    whispered = path[0] == SILENT
    unheard = whispered and seen.may_whisper
    lines = [
        scene.narrator.say("gm.preview", what=changed),
        *_aftermath_lines(scene, value),
        *_consequence_lines(scene, seen, str(value[0]), unheard=unheard),
    ]
    ways = ways_on(scene.id(PREVIEW_VERB, path), scene.narrator, seen.since, whispered=whispered, may=seen.may_whisper)
    return Shown(fit_lines(lines), view(ways))


def _aftermath_lines(scene: Ruling, value: Sequence[Value]) -> Iterator[str]:
    """Yield what a death or a return does to rank, gold and things, if the game has words for it."""
    option = next(action.option for action in offers_of(scene).actions if action.option.id == value[0])
    base = f"after.{option.label}.0" if value[1:] == [0] else f"after.{option.label}"
    if said := scene.narrator.first_known(*keys(base, option.facts), **option.facts):
        yield said


def _consequence_lines(scene: Ruling, seen: Preview, what: str, *, unheard: bool) -> Iterator[str]:
    narrator, at = scene.narrator, scene.address
    told = story.lines(narrator, seen.told, at)
    if unheard:
        yield narrator.say("gm.preview.unheard")
    elif told:
        yield narrator.say("gm.preview.told", said=Said(" ".join(told[:LINES])))
    if secrets := story.private_lines(narrator, seen.told, GM, at):
        yield narrator.say("gm.preview.secret", said=Said(" ".join(secrets[:LINES])))
    yield from end_lines(narrator, seen.courses)
    if seen.called:
        rolls, asks, _ = zip(*seen.courses, strict=True)
        yield narrator.say("gm.preview.called", rolls=any(rolls), asks=any(asks))
    elif what.partition(":")[0] in scene.face.open_verbs:
        yield narrator.say("gm.preview.public")
    elif not seen.may_whisper and seen.asked is not None:
        yield narrator.say("gm.preview.asked", question=Said(words.question(narrator, seen.asked)))


def end_lines(narrator: Narrator, courses: Sequence[Course]) -> Iterator[str]:
    """Yield a warning if the game ends in one of these courses, or in all."""
    ends = [end for *_, end in courses]
    if any(ends):
        yield narrator.say("gm.preview.ends" if all(ends) else "gm.preview.may_end")


async def take_answer(service: TableService, reply: Reply, scene: Scene, path: Path, value: Value) -> None:
    """Preview the ruling given in a panel; ``value`` answers the question at ``path``."""
    assert isinstance(scene, Ruling)
    what, *answer = answer_to_whole(offers_of(scene), path[2:], value)
    at = path if len(path) > 2 else (*path, "a" + token(what))
    await propose(service, reply, scene, at, what, answer[0] if answer else None)


async def on_preview_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a button of the preview; refuses it if the question or the rulings have changed since."""
    scene = ruling(await table_of(service, reply, id), reply.user_id)
    chosen = CHOSEN.fullmatch(id.option)
    if chosen is None or id.address != scene.address:
        raise Refused("stale")
    if chosen[1] == "cancel":
        await reply.update(scene.narrator.say("gm.cancelled"))
        return
    drafted = (await service.draft(scene, GM)).get(draft_key(id.path, PREVIEW_VERB))
    if drafted is None:
        raise Refused("stale")
    what, answer, reason = (*drafted, "")[:3]
    whispered = chosen[1] == "whisper"
    await rule(service, reply, scene, what, answer, whispered=whispered, since=int(chosen[2]), reason=reason)


async def rule(
    service: TableService,
    reply: Reply,
    scene: Ruling,
    what: str,
    answer: Value,
    *,
    whispered: bool,
    since: int | None = None,
    reason: str = "",
) -> None:
    """Make a correction and confirm it to the game master; the story tells the table."""
    game_id = scene.game_id
    accepted = await rulings.set_right(
        service.sessions, game_id, reply.user_id, reply.interaction_id, what, answer, whispered, since, reason
    )
    done = words.answer_in_words(scene.narrator, offers_of(scene), [what] if answer is None else [what, answer], GM)
    later = any(isinstance(fact.event, RulingWaits) for fact in accepted.told)
    lines: list[str] = [
        scene.narrator.say("gm.waits" if later else "gm.whispered" if whispered else "gm.done", what=done)
    ]
    lines += story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
    lines += story.exit_cards(scene, accepted.told)
    async with service.best_effort(game_id):
        await say(reply, Said("\n".join(lines)))
    await service.deliver(reply, game_id, Sitting(aside=True) if whispered else None)


HANDLERS: Mapping[str, Handler] = {PREVIEW_VERB: on_preview_press, MEANT_VERB: on_meant_press}
