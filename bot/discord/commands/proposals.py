"""Proposals that a table votes on: a message with For and Against, and ``/vote``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ButtonStyle
from msgspec.structs import replace

from bot.acts import proposals
from bot.acts import undo as undoing
from bot.acts.game_master import PROPOSAL, appoint
from bot.acts.table_settings import value_term
from bot.discord.commands import undo_words
from bot.discord.commands.finding import own_scene
from bot.discord.commands.registering import Handlers, Reason, command, table_of
from bot.discord.commands.service import TableService
from bot.discord.direct import say, vote_for
from bot.discord.prompts import table_words
from bot.discord.prompts.components import (
    CONTENT,
    VOTE,
    CustomId,
    Press,
    find_token,
    fit_lines,
    mention_user,
    token,
    view,
)
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown, missing_votes_line, votes_on_question
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.words import answer_in_words, note, options_of_answer
from bot.discord.prompts.words import question as in_words
from bot.executors import PAST
from bot.session.lobby import PLACE
from bot.session.party import CONSENT, question, read_wish
from bot.table.authority import is_left_alone
from bot.table.records import Accepted, Address, GameRecord, Prompt
from bot.table.timekeeping import players
from bot.table.votes import Vote, counting_votes
from bot.words.narrator import Said, clip
from rules.kernel.errors import Refused
from rules.kernel.requests import NextAction
from rules.kernel.words import Word

MOST = 10
"""Maximum number of proposals with buttons in ``/vote``."""


async def open_ballot(service: TableService, reply: Reply, matter: str) -> None:
    """Propose something to the table here, with the proposer's vote for it.

    It happens at once if nobody else must agree. An open proposal moves to the bottom of the channel without new pings.
    Raises ``Refused("too_fast")``.
    """
    service.may_call_others(reply.interaction)
    await _propose_to_table(service, reply, matter)


async def _propose_to_table(service: TableService, reply: Reply, matter: str) -> None:
    game_id = (await service.here(reply)).standing.record.id
    accepted = await proposals.propose(service.sessions, game_id, reply.user_id, reply.interaction_id, matter)
    scene = service.scene(accepted.standing)
    votes = (await service.store.votes(game_id)).get(matter, ())
    async with service.best_effort(game_id):
        if votes:
            for older in await _ballot_prompts(service, game_id, matter):
                await service.posting.edit(scene, older.message_id, view=None)
            shown = ballot(scene, matter, votes, await details(service, scene, matter))
            called = shown.ping if accepted.ballot == "opened" else ()
            ping = await service.posting.direct.call(scene, called, vote_for)
            message = await reply.post(replace(shown, ping=ping))
            await service.sessions.note_prompt(game_id, _address_of_ballot(matter), key_of(matter), message)
        elif accepted.ballot == "carried":
            await reply.whisper(scene.narrator.say("ballot.at_once", what=subject(scene, matter)))
        else:  # somebody was against it in the very moment, or this command was done before
            ended = over(scene, matter, "stale")
            await (reply.whisper(ended) if accepted.repeated else reply.post(ended))
    await service.deliver(reply, game_id)


async def name_master(service: TableService, reply: Reply, user_id: int, *, may: bool) -> None:
    """Make somebody game master at once or by a vote; ``may`` as for ``appoint``. Also raises
    ``Refused("too_fast")``.
    """
    service.may_call_others(reply.interaction)
    game_id = (await service.here(reply)).standing.record.id
    try:
        accepted = await appoint(service.sessions, game_id, reply.user_id, user_id, reply.interaction_id, may=may)
    except Refused as refusal:
        if refusal.reason != "gm_ballot":
            raise
        await _propose_to_table(service, reply, f"{PROPOSAL}{user_id}")
        return
    record, plays = accepted.standing.record, accepted.standing.record.seat_of(user_id) is not None
    key = "gm.named_plays" if plays and record.phase == "lobby" else "gm.named"  # a game that runs tells of it itself
    scene = service.scene(accepted.standing)
    words = say(key)
    async with service.best_effort(game_id):
        ping = await service.posting.direct.call(scene, [user_id], words)
        await reply.post(Shown(words(scene, user_id), view(), ping))
        await disable_master_ballots(service, scene)
    await service.deliver(reply, game_id)


async def disable_master_ballots(service: TableService, scene: Scene) -> None:
    """Mark the messages of all proposals for a game master as out of date, because the game master has changed."""
    game_id = scene.game_id
    for prompt in await service.store.prompts(game_id):
        if prompt.key.startswith(key_of(PROPOSAL)):
            shown = over(scene, prompt.key.removeprefix(key_of("")), "stale")
            await service.posting.edit(scene, prompt.message_id, content=shown.content, view=None)
            await service.store.forget_prompts(game_id, [prompt.message_id])


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a vote for or against; the message shows the count, and loses its buttons when the vote is over."""
    scene = await table_of(service, reply, id)
    matter = await _matter_of_id(service, scene, id)
    if id.option == "open" and matter.startswith(proposals.KICK):
        await open_ballot(service, reply, matter)
        return
    if id.option not in ("yes", "no"):
        raise Refused("stale")
    try:
        accepted = await proposals.speak(
            service.sessions, id.game, reply.user_id, reply.interaction_id, matter, id.option == "yes"
        )
    except Refused as refusal:
        known = not reply.is_public or await _ballot_prompts(service, id.game, matter)
        if refusal.reason == "ballot_over" and known:  # else the message says already how it ended
            await _update_ballot_messages(service, reply, scene, matter, over(scene, matter, "stale"))
        raise
    async with service.best_effort(id.game):
        await _refresh_ballot(service, reply, scene, matter, accepted)
    await service.deliver(reply, id.game)


async def _refresh_ballot(service: TableService, reply: Reply, before: Scene, matter: str, accepted: Accepted) -> None:
    """Update a proposal after a vote; ``before`` still has the words of a proposal that was just carried."""
    scene = service.scene(accepted.standing)
    votes = (await service.store.votes(scene.game_id)).get(matter, ())
    if votes:
        shown = ballot(scene, matter, votes, await details(service, scene, matter))
        await _update_ballot_messages(service, reply, scene, matter, shown)
    elif accepted.ballot in ("carried", "rejected"):
        await _update_ballot_messages(service, reply, scene, matter, over(before, matter, accepted.ballot))
        if accepted.ballot == "carried" and matter.startswith(PROPOSAL):
            await disable_master_ballots(service, scene)


async def _update_ballot_messages(service: TableService, reply: Reply, scene: Scene, matter: str, shown: Shown) -> None:
    game_id, store = scene.game_id, service.store
    message = reply.interaction.message
    if reply.is_public:
        await reply.update(shown.content, shown.view)
    else:
        panel = await votes_panel(service, own_scene(scene, reply))
        await reply.update(panel.content, panel.view)
    for prompt in await _ballot_prompts(service, game_id, matter):
        if not message or prompt.message_id != message.id:
            await service.posting.edit(scene, prompt.message_id, content=shown.content, view=shown.view)
        if not shown.view.children:
            await store.forget_prompts(game_id, [prompt.message_id])


async def _ballot_prompts(service: TableService, game_id: str, matter: str) -> list[Prompt]:
    return [prompt for prompt in await service.store.prompts(game_id) if prompt.key == key_of(matter)]


# As a message ------------------------------------------------------------------------------------------------


def ballot(scene: Scene, matter: str, votes: Sequence[Vote], more: Sequence[str] = ()) -> Shown:
    """Return the message of a proposal with details and votes; missing voters are pinged only when it
    is first posted, and only if they are awake.
    """
    record = scene.record
    people = players(record)
    ping = list(dict.fromkeys(people[seat] for seat in proposals.silent_seats(record, matter, votes) if seat in people))
    who = " ".join(map(mention_user, ping))
    title = scene.narrator.say("ballot.title", what=subject(scene, matter))
    rule = scene.narrator.say(f"ballot.{_voting_rule(record, matter)}")
    last = "\n".join([rule, _vote_line(scene, matter, votes)])
    head = fit_lines([f"{who} {title}".strip(), *more], CONTENT - len(last) - 1)
    return Shown(f"{head}\n{last}", view(_vote_buttons(scene, matter)), ping)


async def details(service: TableService, scene: Scene, matter: str) -> list[str]:
    """Return public details of a proposal: what undo or redo changes, when the table ends, or what owners risk."""
    store, now = service.store, scene.standing
    sitters = await store.sitters(now.record.id)
    try:
        match matter.split("/"):
            case ["undo", steps, _]:
                to = await undoing.point_before(store, now.record.id, now.address, int(steps))
                return await PAST.do(undo_words.undo_lines, scene, to, sitters, undo_words.Reader())
            case ["end"]:
                return await _ending_lines(service, scene, await store.votes(now.record.id))
            case ["gm", _]:
                return _master_ballot_lines(scene, (await store.votes(now.record.id)).get(matter, ()))
            case [kind, *_] if kind == CONSENT:
                return _stakes(scene, matter)
            case ["redo", _]:
                back = await undoing.find_return(store, now.record.id, now.address)
                return await PAST.do(undo_words.return_lines, scene, back, sitters)
    except Refused:  # somebody was faster: the ballot is about to fall
        return []
    return []


async def _ending_lines(service: TableService, scene: Scene, votes: Mapping[str, Sequence[Vote]]) -> list[str]:
    """Return when the table ends without an objection, or that it needs everybody's vote after one."""
    narrator, record, lines = scene.narrator, scene.record, list[str]()
    if proposals.needs_everybody(votes):
        again = proposals.needs_everybody_until(votes)
        lines.append(narrator.say("ballot.end.all", when=table_words.moment(again, "f")))
        silent = proposals.silent_seats(record, proposals.END, votes[proposals.END])
        vanished = await proposals.vanished_seats(service.sessions, record, silent)
        if vanished:
            lines.append(narrator.say("ballot.end.vanished", who=tuple(vanished)))
        if len(vanished) < len(silent):
            return lines
    ends = proposals.objection_ends(votes.get(proposals.END, ()), service.sessions.clock())
    return [*lines, narrator.say("ballot.end.when", when=table_words.moment(ends))]


def _master_ballot_lines(scene: Scene, votes: Sequence[Vote]) -> list[str]:
    """Return who proposes a game master, and who would stop being it."""
    narrator, gm_id = scene.narrator, scene.record.gm_id
    by = [mention_user(vote.user_id) for vote in sorted(votes, key=lambda vote: vote.at)[:1] if vote.user_id > 0]
    lines: list[str] = [narrator.say("ballot.gm.by", who=who) for who in by]
    return [*lines, narrator.say("ballot.gm.instead", who=mention_user(gm_id))] if gm_id else lines


def _stakes(scene: Scene, matter: str) -> list[str]:
    """Return what the owners risk if they consent, in the words of the choice."""
    wish, request = read_wish(matter), scene.standing.waiting
    if not wish or wish.at != scene.address or not isinstance(request, NextAction):
        return []
    picked = options_of_answer(request, wish.value, wish.seat)
    return [told] if picked and (told := note(scene.narrator, picked[-1])) else []


def over(scene: Scene, matter: str, how: str) -> Shown:
    """Return the message of a closed proposal; ``how`` is ``carried``, ``rejected`` or ``stale``."""
    return Shown(scene.narrator.say(f"ballot.{how}", what=subject(scene, matter)))


def subject(scene: Scene, matter: str) -> Said:
    """Return the subject of a proposal in words."""
    match matter.split("/"):
        case ["undo", steps, _]:
            return scene.narrator.say("ballot.undo", answers=int(steps))
        case ["redo", _]:
            return scene.narrator.say("ballot.redo")
        case ["end"]:
            return scene.narrator.say("ballot.end")
        case ["habits", voted]:
            return scene.narrator.say("ballot.habits", habits=table_words.changes_in_words(scene.narrator, voted))
        case ["house", switch, value]:
            return scene.narrator.say("ballot.house", switch=Word(f"house.{switch}"), value=value_term(switch, value))
        case ["kick", seat]:
            return scene.narrator.say("ballot.kick", seat=seat)
        case ["gm", user_id]:
            return scene.narrator.say("ballot.gm", who=mention_user(user_id))
        case [kind, *_] if (wish := read_wish(matter)) and kind == CONSENT:
            if wish.at != scene.address:
                return scene.narrator.say("ballot.consent.past", who=wish.seat)
            what = answer_in_words(scene.narrator, scene.waiting, wish.value, wish.seat, openly=True)
            asked = in_words(scene.narrator, scene.waiting, openly=True)
            facts = {"who": wish.seat, "what": what, "owners": wish.owners, "question": asked}
            return scene.narrator.say("ballot.consent.wish", **facts)
    raise Refused("stale")


async def votes_panel(service: TableService, scene: Scene) -> Shown:
    """Return the panel of a table's votes: the open question, and each open proposal with its buttons."""
    votes = await service.store.votes(scene.game_id)
    matters = proposals.open_proposals(scene.standing, votes)[:MOST]
    return _ballot_list(scene, votes, {matter: await details(service, scene, matter) for matter in matters})


def _ballot_list(scene: Scene, votes: Mapping[str, Sequence[Vote]], matters: Mapping[str, Sequence[str]]) -> Shown:
    narrator = scene.narrator
    lines = list(votes_on_question(scene, votes.get(question(scene.address), ())))
    buttons: list[Press] = []
    for nth, (matter, more) in enumerate(matters.items(), 1):
        lines += [narrator.say("vote.matter", nth=nth, what=subject(scene, matter)), *more]
        lines += [_vote_line(scene, matter, votes[matter])]
        buttons += _vote_buttons(scene, matter, f"{nth} · ")
    return Shown(clip("\n".join(lines) or narrator.say("vote.nothing"), CONTENT), view(buttons))


def _vote_line(scene: Scene, matter: str, votes: Sequence[Vote]) -> str:
    narrator = scene.narrator
    counted = counting_votes(votes, proposals.voters(scene.record, matter))
    lines = []
    for key, wanted in (("vote.for", True), ("vote.against", False)):
        if seats := tuple(vote.seat for vote in counted if vote.value is wanted):
            lines.append(narrator.say(key, who=seats))
    lines.append(missing_votes_line(narrator, proposals.silent_seats(scene.record, matter, votes)))
    return "\n".join(line for line in lines if line)


def _voting_rule(record: GameRecord, matter: str) -> str:
    if matter == proposals.END:
        return "left_alone" if is_left_alone(record) else "unopposed"
    if read_wish(matter):
        return "owners"
    return "consent" if matter.partition("/")[0] in proposals.BY_CONSENT else "majority"


def _vote_buttons(scene: Scene, matter: str, prefix: str = "") -> list[Press]:
    plain = scene.plain
    parts = matter.split("/", 1) if read_wish(matter) else matter.split("/")
    id = scene.id(VOTE, tuple(token(part) for part in parts))
    return [
        Press(replace(id, option="yes"), prefix + plain.say("button.for"), ButtonStyle.success),
        Press(replace(id, option="no"), prefix + plain.say("button.against"), ButtonStyle.danger),
    ]


# As an address -----------------------------------------------------------------------------------------------


async def _matter_of_id(service: TableService, scene: Scene, id: CustomId) -> str:
    """Return the proposal of a custom id, which holds long parts in shortened form."""
    match id.path:
        case ("house", switch, value):
            switches = scene.rules.switches
            name = find_token(switches, switch) or switch
            return f"house/{name}/{find_token(switches.get(name, ()), value) or value}"
        case ("habits", voted):
            votes = await service.store.votes(scene.game_id)
            known = [matter.partition("/")[2] for matter in votes if matter.startswith("habits/")]
            return f"habits/{find_token(known, voted) or voted}"
        case (kind, wished) if kind == CONSENT:
            votes = await service.store.votes(scene.game_id)
            known = [matter.partition("/")[2] for matter in votes if matter.startswith(f"{CONSENT}/")]
            return f"{CONSENT}/{find_token(known, wished) or wished}"
    return "/".join(id.path)


def key_of(matter: str) -> str:
    """Return the prompt key of a proposal's message."""
    return f"{VOTE}/{matter}"


def _address_of_ballot(matter: str) -> Address:
    """Return the question with which a proposal closes: for undo, redo and consent; others stay open."""
    match matter.split("/"):
        case ["undo", _, at] | ["redo", at] | ["consent", at, *_]:
            return Address(*map(int, at.split(".")))
    return PLACE


HANDLERS: Handlers = {VOTE: on_press}


async def _show_votes(service: TableService, reply: Reply, reason: Reason = "") -> None:
    scene = await service.here(reply)
    if not reason:
        await reply.whisper(await votes_panel(service, own_scene(scene, reply)))
        return
    vote = next((vote for vote in reversed(scene.standing.votes) if vote.user_id == reply.user_id), None)
    if not vote:
        raise Refused("no_vote")
    narrator, what = scene.narrator, answer_in_words(scene.narrator, scene.waiting, vote.value, vote.seat, openly=True)
    said = narrator.say("vote.reason", who=vote.seat, what=what, reason=narrator.term(reason))
    await reply.post(Shown(said))


COMMAND = command("vote", _show_votes, share="look")
"""The command ``/vote``."""
