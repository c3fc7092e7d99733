"""Rulings possible now: dice (``/gm roll``), encounters and traps (``/gm now``), and a panel of all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec
from discord import app_commands
from msgspec.structs import replace

from bot.acts import rulings as mastery
from bot.acts.ruling_preview import courses_of
from bot.acts.undo_points import dice_of
from bot.discord.commands import gm_rulings, registering, undo_words
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, table_words, words
from bot.discord.prompts.components import CustomId, Menu, Pick, Press, chunks, fit_lines, token, view
from bot.discord.prompts.open_question import Scene, draft_address
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.typed import pips
from bot.executors import run_replay
from bot.games.face import ON_TABLE
from bot.session.lobby import must_be_open
from bot.table.authority import is_master
from bot.words.matching import Offer
from bot.words.narrator import Narrator, Said
from rules.kernel import requests
from rules.kernel.advance import advance
from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import offered
from rules.kernel.errors import BadSave, Refused, RuleBroken

ROLL_VERB, AGAIN, LOOK, OTHER = "reroll", "again", "look", "other"
REASON_OF_ROLL = "reroll.reason"
"""The draft field that keeps the reason of a ruling on dice until its preview is answered."""
_PLACE = re.compile(r"[0-9]{1,6}\.[0-9]{1,6}")
_SHOWN = re.compile(r"[1-6](-[1-6]){0,19}")


async def take_typed_roll(
    service: TableService, reply: Reply, scene: Scene, dice: str, reason: str, *, whispered: bool, sure: bool
) -> None:
    """Preview a ruling on the last dice that fell; ``sure``: put it into effect at once."""
    shown = _parse_wanted_pips(dice)
    rolls = await mastery.preview_rolls(service.store, scene.rules, scene.standing, reply.user_id)
    to = mastery.pick_roll(rolls)
    _parse_wanted_pips(dice, to.code)
    if sure:
        await _throw_again(service, reply, scene, shown, to, whispered=whispered, reason=reason)
        return
    await _keep_reason(service, scene, reason)
    await _propose_throw(service, reply, scene, shown, rolls, to, whispered=whispered)


async def _keep_reason(service: TableService, scene: Scene, reason: str) -> None:
    """Keep the reason until the preview is answered, in place of that of an earlier preview."""
    at = draft_address(scene.standing, requests.GM)
    await service.sessions.put_draft(scene.game_id, at, requests.GM, REASON_OF_ROLL, reason)


def _parse_wanted_pips(typed_dice: str, asked: str = "") -> list[int] | None:
    """Return the wanted pips, or None for a re-roll. Refuses text that is no dice, or other dice than ``asked``."""
    try:
        return pips(typed_dice, asked) or None
    except Refused as refusal:
        if refusal.reason != "number_expected":
            raise
        raise Refused("pips_expected", given=typed_dice[:40]) from refusal


async def _propose_throw(
    service: TableService,
    reply: Reply,
    scene: Scene,
    shown: Sequence[int] | None,
    rolls: Sequence[mastery.Thrown],
    to: mastery.Thrown,
    *,
    whispered: bool = False,
) -> None:
    if shown is not None:
        mastery.judge_pips(to, shown)
    lost = await _lost_answer_lines(service, scene, to)
    narrator = scene.narrator
    dice = _dice_without_bold(narrator, to)  # all of it is bold
    key, pips = ("gm.roll.again", ()) if shown is None else ("gm.roll.say", tuple(shown))
    lines = [narrator.say("gm.preview", what=narrator.say(key, dice=dice, pips=pips)), *lost]
    log = [*(row.answer for row in to.page.answers), *([] if shown is None else [mastery.ruled_roll(to, shown)])]
    lines += gm_rulings.end_lines(narrator, await courses_of(scene.rules, to.page.snapshot, log))
    lines.append(narrator.say("gm.roll.asked"))
    path = (AGAIN if shown is None else "-".join(str(pip) for pip in shown), _sign_of(to.place))
    asked = await _rolls_asked(scene, rolls)
    if to.place in asked:
        lines.insert(1, f"-# {words.purpose(narrator, asked[to.place])}")
    ways = gm_rulings.ways_on(scene.id(ROLL_VERB, path), scene.narrator, len(to.lost), whispered=whispered)
    await gm_rulings.say(reply, "\n".join(lines), ways, _menu_of_other_dice(scene, rolls, path, asked))


class _Rolls(Scripted):
    """Chance that keeps the rolls that a replay of a log asks for."""

    def __init__(self) -> None:
        super().__init__({})
        self.asked: list[requests.Roll] = []

    def hear(self, request: requests.Request, seat: requests.Seat, value: Value) -> None:
        """Keep the request of a roll."""
        if isinstance(request, requests.Roll):
            self.asked.append(request)


async def _rolls_asked(scene: Scene, rolls: Sequence[mastery.Thrown]) -> dict[mastery.Place, requests.Roll]:
    """Return the request of each of these dice, which says whose they are; none where the rules have changed since."""
    page, chance = rolls[0].page, _Rolls()
    rows = [*page.answers, rolls[0].fell]
    with suppress(RuleBroken, BadSave, KeyError):  # a name that the tables of today do not have
        await run_replay(len(rows), advance, scene.rules, page.snapshot, [row.answer for row in rows], chance)
    return {thrown.place: roll for thrown, roll in zip(rolls, reversed(chance.asked), strict=False)}


def _dice_without_bold(narrator: Narrator, thrown: mastery.Thrown) -> Said:
    return Said(story.dice(narrator, dice_of(thrown.fell)).replace("**", ""))


def _sign_of(place: mastery.Place) -> str:
    return f"{place[0]}.{place[1]}"


def _menu_of_other_dice(
    scene: Scene, rolls: Sequence[mastery.Thrown], path: tuple[str, str], asked: Mapping[mastery.Place, requests.Roll]
) -> list[Menu]:
    """Return the menu of the stage's dice, the newest first, with whose they are; none if there are no others."""
    plain = scene.plain
    picks = [
        Pick(
            _sign_of(thrown.place),
            f"{nth}. {_dice_without_bold(plain, thrown)}",
            words.purpose(plain, asked[thrown.place]) if thrown.place in asked else "",
        )
        for nth, thrown in enumerate(rolls, 1)
        if _sign_of(thrown.place) != path[1]
    ]
    return [Menu(scene.id(ROLL_VERB, path, OTHER), plain.say("gm.roll.other"), picks)] if picks else []


async def _lost_answer_lines(service: TableService, scene: Scene, to: mastery.Thrown) -> list[str]:
    sitters = await service.store.sitters(scene.game_id)
    lines = list(undo_words.lost_lines(scene, to.lost, to.fell.stage, sitters))
    return [scene.narrator.say("gm.lost"), *lines] if lines else []


async def on_roll_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a button of the dice preview, or the button that opens it."""
    scene, user_id = await registering.table_of(service, reply, id), reply.user_id
    mastery.must_master(scene.record, user_id)
    shown, place = _pips_from_id(id), _place_from_id(values[0] if id.option == OTHER and values else id.path[-1])
    chosen = gm_rulings.CHOSEN.fullmatch(id.option)
    looks = id.option in (LOOK, OTHER)
    if not (looks or chosen):
        raise Refused("stale")
    if chosen is not None and chosen[1] == "cancel":
        await reply.update(scene.narrator.say("gm.cancelled"))
        return
    rolls = await mastery.preview_rolls(service.store, scene.rules, scene.standing, user_id)
    to = mastery.pick_roll(rolls, place)
    if chosen is None:
        if id.option == LOOK:  # a reason typed for an earlier preview is not meant here
            await _keep_reason(service, scene, "")
        await _propose_throw(service, reply, scene, shown, rolls, to)
        return
    if id.address != scene.address or len(to.lost) != int(chosen[2]):
        raise Refused("stale")
    reason = (await service.draft(scene, requests.GM)).get(REASON_OF_ROLL, "")
    await _throw_again(service, reply, scene, shown, to, whispered=chosen[1] == "whisper", reason=reason)


def _pips_from_id(id: CustomId) -> list[int] | None:
    said = "".join(id.path[:1])
    if said == AGAIN:
        return None
    if not _SHOWN.fullmatch(said):
        raise Refused("stale")
    return [int(pip) for pip in said.split("-")]


def _place_from_id(sign: str) -> mastery.Place | None:
    """Return the place of the dice; None for the last ones. Raises ``Refused("stale")`` for another text."""
    if sign == AGAIN or _SHOWN.fullmatch(sign):
        return None
    if not _PLACE.fullmatch(sign):
        raise Refused("stale")
    stage, _, step = sign.partition(".")
    return int(stage), int(step)


async def _throw_again(
    service: TableService,
    reply: Reply,
    scene: Scene,
    shown: Sequence[int] | None,
    to: mastery.Thrown,
    *,
    whispered: bool,
    reason: str,
) -> None:
    game_id = scene.game_id
    lost = await _lost_answer_lines(service, scene, to)
    accepted = await mastery.roll(
        service.sessions, game_id, reply.user_id, reply.interaction_id, shown, whispered, reason, to.place
    )
    secrets = story.private_lines(scene.narrator, accepted.told, requests.GM, accepted.standing.address)
    by_hand = isinstance(accepted.standing.waiting, requests.Roll) and not shown
    said = scene.narrator.say("gm.forced" if shown else "gm.rolled.by_hand" if by_hand else "gm.rolled")
    async with service.best_effort(game_id):
        await gm_rulings.say(reply, "\n".join([said, *lost, *secrets]))
    await service.deliver(reply, game_id)


LONGEST = 200
"""Maximum characters of a line."""
Line = app_commands.Transform[str, registering.TextOption(LONGEST)]
MOST_NAMED = 5
LATE = ("no_such_option", "gm_not_now")
"""Refusal reasons for rulings that were possible when they were shown."""


async def call_ruling(
    service: TableService, reply: Reply, what: Line = "", reason: Line = "", sure: bool = False
) -> None:
    """Run what the line calls, after a preview unless ``sure``; without a line show what can be called."""
    scene = await service.here(reply)
    ruling, calls = callable_now(scene, reply.user_id)
    if not what.strip():
        await _show_forms(service, reply, ruling, calls)
        return
    try:
        called, answer = read_call(scene, ruling, calls, what)
        if sure:
            await gm_rulings.rule(service, reply, ruling, called, answer, whispered=False, reason=reason)
        else:
            path = gm_rulings.place_of(ruling, gm_rulings.OPENLY, calls[called])
            await gm_rulings.propose(service, reply, ruling, path, called, answer, reason)
    except Refused as refusal:
        explained = scene.face.explained_refusal(scene.narrator, scene.view, refusal, what)
        if explained.reason not in LATE:
            raise explained from refusal
        raise not_now(await service.here(reply)) from refusal


def read_call(
    scene: Scene, ruling: gm_rulings.Ruling, calls: Mapping[str, requests.Action], line: str
) -> tuple[str, Value]:
    """Return which of the calls a line means, and its answer; raises ``Refused``."""
    called, answer = scene.face.calling.read_line(scene.narrator, calls, line)
    judge(gm_rulings.offers_of(ruling), [called, answer], requests.GM)
    return called, answer


def callable_now(scene: Scene, user_id: int) -> tuple[gm_rulings.Ruling, Mapping[str, requests.Action]]:
    """Return the table with its rulings, and the encounters and traps that can be called now, by id.

    Refuses everybody but the game master, games without such calls, and moments when none is possible.
    """
    record = scene.record
    mastery.must_master(record, user_id)
    must_be_open(scene.standing)
    if not scene.face.calls:
        raise Refused("no_calls")
    try:
        ruling = gm_rulings.ruling(scene, user_id)
    except Refused as nothing:
        raise not_now(scene) from nothing
    actions = gm_rulings.offers_of(ruling).actions
    calls = {action.option.id: action for action in actions if action.option.id in scene.face.calls}
    if not calls:
        raise not_now(scene)
    return ruling, calls


def not_now(scene: Scene) -> Refused:
    """Return a refusal that names the open question, the asked players, and what can still be put on the table."""
    narrator, asked = scene.narrator, scene.standing.waiting
    question = words.question(narrator, asked, openly=True) if asked is not None else "–"
    offers = offered(scene.rules, scene.state).actions if scene.standing.rulable else ()
    can = [words.label(narrator, offer.option) for offer in offers if scene.face.group(offer) == ON_TABLE]
    moment = narrator.first_known(f"call.moment.{scene.face.call_topic}")
    facts = {"asked": Said(question), "names": table_words.names(scene), "moment": moment}
    if can:
        return Refused("call_not_now.placing", **facts, can=narrator.join_words(can[:MOST_NAMED]))
    return Refused("call_not_now", **facts)


async def _show_forms(
    service: TableService, reply: Reply, ruling: gm_rulings.Ruling, calls: Mapping[str, requests.Action]
) -> None:
    group = next(
        each_group
        for each_group in ruling.groups
        if any(action.option.id in calls for action in each_group.offers.actions)
    )
    actions = tuple(action for action in group.offers.actions if action.option.id in calls)
    asked = replace(group.offers, actions=actions)
    await gm_rulings.show(service, reply, ruling, (gm_rulings.OPENLY, group.step), asked)


async def call_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    """Return completions of a line that calls something; none where nothing can be called now."""
    scene = await service.here(interaction)
    _, calls = callable_now(scene, interaction.user.id)
    return scene.face.calling.complete(scene.plain, calls, begun[:LONGEST])


NOW_VERB = "rulings"
OPEN = "open"
MENUS = 4
"""Menus on a page; the fifth row holds the paging buttons."""
NAMED = 5
"""Maximum number of choices that are named; longer lists show only their number."""
ROOM = 1700
"""Maximum characters of the rulings on a page; the rest of the message is for its head."""
OPENED = 8
"""Maximum number of rulings of each kind that a refusal names."""
IMPOSSIBLE = ("gm_not_now", "gm_before_answer", "no_such_option", "not_typed")
"""Refusal reasons that are shown with the open question and the possible rulings."""


class Part(msgspec.Struct, frozen=True):
    """Up to 25 rulings of one group, which fit in one menu; ``said``: all of them in words."""

    group: gm_rulings.Group
    start: int
    actions: Sequence[requests.Action]
    said: str


# The list --------------------------------------------------------------------------------------------------


async def show_what(service: TableService, reply: Reply) -> None:
    """Show the first page of rulings to the game master alone."""
    user_id = reply.user_id
    await with_way_out(service, reply, lambda scene: reply.whisper(what_panel(gm_rulings.ruling(scene, user_id))))


async def on_now_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Show another page with the rulings that are possible now."""
    scene = gm_rulings.ruling(await registering.table_of(service, reply, id), reply.user_id)
    if id.option == OPEN:
        await reply.whisper(what_panel(scene))
        return
    if not id.option.isdecimal():
        raise Refused("stale")
    shown = what_panel(scene, int(id.option))
    await reply.update(shown.content, shown.view)


def what_panel(scene: gm_rulings.Ruling, page: int = 0) -> Shown:
    """Return a page (from 0) of the possible rulings, as text with menus to open them."""
    leaves = pages(scene)
    page = min(page, len(leaves) - 1)
    head = [scene.narrator.say("gm.what"), gm_rulings.asked_in_words(scene.table)]
    menus = [_menu(scene, part) for part in leaves[page]]
    plain = scene.plain
    others = [(to, key) for to, key in ((page - 1, "back"), (page + 1, "on")) if 0 <= to < len(leaves)]
    turns = [Press(scene.id(NOW_VERB, (), str(to)), plain.say(f"button.{key}")) for to, key in others]
    dice = Press(scene.id(ROLL_VERB, (AGAIN,), LOOK), plain.say("gm.what.dice"), emoji="🎲")
    return Shown(fit_lines([*head, *(part.said for part in leaves[page])]), view([*turns, dice], menus))


def _menu(scene: gm_rulings.Ruling, part: Part) -> Menu:
    plain = scene.plain
    picks = [
        Pick(
            token(action.option.id),
            bare_label(plain, part.group, action.option) + "…" * action.asks,
            bounds(plain, action.ask),
        )
        for action in part.actions
    ]
    id = scene.id("pick", (gm_rulings.OPENLY, part.group.step), f"@{part.start}")
    return Menu(id, words.label(plain, part.group.option), picks)


def pages(scene: gm_rulings.Ruling) -> list[list[Part]]:
    """Split the groups into pages, in order; a large group takes several menus."""
    leaves: list[list[Part]] = [[]]
    for part in _parts(scene):
        room = ROOM - sum(len(leaf.said) for leaf in leaves[-1])
        if leaves[-1] and (len(leaves[-1]) == MENUS or len(part.said) > room):
            leaves.append([])
        leaves[-1].append(part)
    return leaves


def _parts(scene: gm_rulings.Ruling) -> Iterator[Part]:
    for group in gm_rulings.groups_of(scene):
        for start, few in chunks(group.offers.actions):
            yield Part(group, start, few, _group_line(scene.narrator, group, few))


def _group_line(narrator: Narrator, group: gm_rulings.Group, actions: Sequence[requests.Action]) -> str:
    said = []
    for action in actions:
        limits = bounds(narrator, action.ask)
        said.append(bare_label(narrator, group, action.option) + (f" [{limits}]" if limits else ""))
    return f"**{words.label(narrator, group.option)}**: {' · '.join(said)}"


def bare_label(narrator: Narrator, group: gm_rulings.Group, option: requests.Option) -> str:
    """Return the label of a ruling without its group's label."""
    return words.label(narrator, option).removeprefix(f"{words.label(narrator, group.option)}: ")


def bounds(narrator: Narrator, ask: requests.Request | None) -> str:
    """Return the allowed values of a ruling: a range, names or a number of choices; '' if there is nothing to say."""
    match ask:
        case requests.Amount(least=least, most=most):
            return f"{least}–{most}"
        case requests.Choose(options=options) | requests.ChooseSome(options=options) if len(options) <= NAMED:
            return ", ".join(words.label(narrator, option) for option in options)
        case requests.Choose(options=options) | requests.ChooseSome(options=options):
            return narrator.say("gm.what.choices", number=len(options))
        case requests.Form(fields=fields):
            return ", ".join(words.title(narrator, field) for field in fields)
    return ""


# Refusals --------------------------------------------------------------------------------------------------


async def with_way_out(service: TableService, reply: Reply, work: Callable[[Scene], Awaitable[None]]) -> None:
    """Run a game master's command; where nothing like it is possible, the refusal names what is."""
    scene = await service.here(reply)
    try:
        await work(scene)
    except Refused as refusal:
        if refusal.reason not in IMPOSSIBLE or not is_master(scene.record, reply.user_id):
            raise
        said = scene.narrator.say(f"refused.{refusal.reason}", **refusal.facts)
        await asyncio.sleep(0)  # others in between: both halves take long
        lines = [said, *way_out(scene, reply.user_id)]
        await reply.whisper(fit_lines(lines), slot="said")


def way_out(scene: Scene, user_id: int) -> Iterator[str]:
    """Yield the open question, the possible corrections, and what can be put on the table."""
    narrator = scene.narrator
    if scene.standing.waiting is not None:
        yield gm_rulings.asked_in_words(scene)
    try:
        now = gm_rulings.ruling(scene, user_id)
    except Refused:
        yield narrator.say("gm.now.nothing")
        return
    for key, placing in (("gm.now.set", False), ("gm.now.place", True)):
        said = list(_openable_labels(now, placing=placing))
        yield narrator.say(key, what=Said(" · ".join(said))) if said else narrator.say(f"{key}.nothing")
    if later := scene.face.later(scene.rules.view(scene.state, requests.GM)):
        yield narrator.say(later)


def _openable_labels(scene: gm_rulings.Ruling, *, placing: bool) -> Iterator[str]:
    try:
        groups = gm_rulings.groups_of(scene, placing=placing)
    except Refused:
        return
    if placing or len(groups) == 1:
        labels = [words.label(scene.narrator, action.option) for group in groups for action in group.offers.actions]
    else:
        labels = [words.label(scene.narrator, group.option) for group in groups]
    yield from labels[:OPENED]
    if len(labels) > OPENED:
        yield "…"


HANDLERS: Mapping[str, registering.Handler] = {ROLL_VERB: on_roll_press, NOW_VERB: on_now_press}
NOW = registering.command("gm.now", call_ruling, what=call_offers)
"""The command ``/gm now``, which runs a part of the game at once."""
