"""The public prompt: plain content for the push notification, live buttons, and the votes so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec
from discord import AllowedMentions
from discord.ui import View
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts import table_words, words
from bot.discord.prompts.choices import Controls, legends, notes, option_of_answer, public_controls
from bot.discord.prompts.components import (
    CONTENT,
    SEEN,
    WHY,
    Menu,
    Press,
    fit_lines,
    mention_user,
    pinging,
    token,
    view,
)
from bot.discord.prompts.layout import (
    Choices,
    in_one_line,
    letters_of,
    lines_above,
    lines_of,
    plain_choices,
    plain_view,
)
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.question_path import actions_known_to, part_of
from bot.discord.prompts.words import answer_in_words, question
from bot.games.face import Picture
from bot.table.authority import in_person_seats, is_alone, is_named_master, present_seats
from bot.table.events import Voted
from bot.table.records import Accepted, GameRecord
from bot.table.timekeeping import deadline_of, is_decided_together, is_idle, players, stand_in_of, waited_at
from bot.table.votes import Vote, counting_votes, tally
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.answers import Value
from rules.kernel.requests import Choose, Draw, Everyone, NextAction, Request, Roll, Seat

MAP = "map"
"""The verb of the button for a larger map."""
QUESTION = 4
"""Maximum lines on a phone for a question in a layout."""
MEANINGS = 3
"""Lines on a phone that the meanings of a die's faces get at least."""
SECOND = "second"
"""The verb of the button that votes for somebody's proposal."""
PROPOSALS = 4
"""Maximum number of proposals with buttons."""
SECONDED = 7
"""Characters of such a button beside the proposal."""
PART = " · "
"""Separator of the parts of a line."""


class Shown(Struct, frozen=True):
    """A message to show: text, controls and pings; ``choices``: its controls as a layout, None if it has none.

    ``call``: two lines without Markdown for the push notification: who is called, what is asked, and what the usual
    answer risks; '' if nobody is pinged.
    """

    content: str
    controls: View | None = None
    ping: Sequence[int] = ()
    choices: Choices | None = None
    call: str = ""

    @property
    def view(self) -> View:
        """The controls below plain content; where there are none of its own, those of the choices."""
        if self.controls is not None:  # discord.py's MISSING, no controls at all, is falsy
            return self.controls
        return plain_view(self.choices) if self.choices else view()

    @property
    def mentions(self) -> AllowedMentions:
        """Allow pings of the users in ``ping`` only."""
        return pinging(self.ping)

    def lines_above(self, pictures: Sequence[Picture], *, plain: bool) -> int:
        """Return the lines of a story for which a telephone has room above this question."""
        return lines_above(self.choices, pictures, plain=plain) if self.choices else 0


def prompt(scene: Scene, ping: Sequence[int] | None = None) -> Shown:
    """Return the open question as a short message; ``ping``: users to ping, None: all without whom the game cannot go
    on.
    """
    ping = pinged(scene) if ping is None else ping
    asked = scene.asked_seats()
    hidden = scene.face.has_secrets
    offered = public_controls(scene, asked[0] if asked else "", things=hidden)
    choices = _choices(scene, offered, ping)
    content = "\n".join([choices.asked, *plain_choices(choices)[0]])
    call = _call(scene, choices, ping) if ping else ""
    return Shown(clip(content, CONTENT), ping=ping, choices=choices, call=call)


def _call(scene: Scene, choices: Choices, ping: Sequence[int]) -> str:
    """Return the lines of a push: the mentions, whom they play, the question, and the usual answer with its stakes."""
    mentions = " ".join(map(mention_user, ping))
    asked = _asked_in_words(scene, scene.plain)
    usual = next((press for press in choices.buttons if press.id.verb == "usual" and press.text), None)
    lines = [f"{mentions} {asked}", *([in_one_line(usual)] if usual else [])]
    return fit_lines(line.replace("**", "") for line in lines)


def _choices(scene: Scene, offered: Controls, ping: Collection[int]) -> Choices:
    plain = scene.plain
    single = [menu for menu in (*offered.menus, *offered.below) if menu.id.verb == "pick"]
    picks = [pick for menu in single for pick in menu.picks]
    return Choices(
        asked=_asked_briefly(scene, offered, ping),
        buttons=[*_with_proposals(scene, offered.buttons), *_larger_map(scene), Press(scene.id(WHY), "?")],
        menus=[menu for menu in offered.menus if menu.id.verb != "pick"],
        rest=Menu(scene.id("pick", option=f"@m{scene.mark}"), plain.say("menu.more"), picks),
        more=plain.say("menu.further"),
    )


def _with_proposals(scene: Scene, buttons: Sequence[Press]) -> list[Press]:
    """Put a button for each proposal in a vote before the others, in place of those that make it.

    The proposal of the usual answer keeps its star and its stakes.
    """
    answers, asked = tally(scene.standing.votes)[:PROPOSALS], scene.asked_seats()
    usual = scene.usual(scene.waiting, asked[0], openly=True) if answers and not scene.has_secrets else None
    star = next((button for button in buttons if button.id.verb == "usual" and usual is not None), None)
    proposals = [_proposal_button(scene, value, seats, star if value == usual else None) for value, seats in answers]
    made = [("pick", option_of_answer(value)) for value, _ in answers]
    made += [("usual", "")] * any(value == usual for value, _ in answers)
    return [*proposals, *(button for button in buttons if (button.id.verb, button.id.option) not in made)]


def _proposal_button(scene: Scene, value: Value, seats: Sequence[Seat], star: Press | None) -> Press:
    """Return the button of a proposal with its number of votes; who presses it votes for the same.

    ``star``: the button of the usual answer if it is the same.
    """
    plain = scene.plain
    what = answer_in_words(plain, scene.waiting, value, seats[0], openly=True, short=True)
    shown = plain.say("button.usual", what=Said(what)) if star else what
    said = plain.say("button.second", what=Said(clip(shown, SEEN - SECONDED)), number=len(seats))
    proposal = Press(scene.id(SECOND, option=proposal_token(value)), said)
    return replace(star, id=proposal.id, label=said, small=said) if star else proposal


def proposal_token(value: Value) -> str:
    """Return the option of the button that votes for this answer."""
    return token(msgspec.json.encode(value).decode())


def _asked_briefly(scene: Scene, offered: Controls, ping: Collection[int]) -> str:
    """Return the question and the asked players in four phone lines, or more if necessary parts need them.

    The "?" button shows the rest.
    """
    asked = f"{_asked_people(scene, ping)} **{_asked_in_words(scene, scene.narrator)}**".strip()
    later = next_in_turn(scene)
    then = scene.narrator.say("prompt.next", who=later) if later else ""
    longer = f"{asked} *({then})*"
    has_room = bool(then) and lines_of(longer) == lines_of(asked)
    said = [longer if has_room else asked, *offered.lines, *_last_lines(scene), *_usual_answer_lines(scene)]
    left = QUESTION - lines_of("\n".join(said))
    if isinstance(scene.waiting, Roll):  # what each face means, which whoever holds the die must see
        left = max(left, MEANINGS)
    if left > 0 and (beneath := words.beneath(scene.narrator, scene.waiting)):
        longer = f"{beneath}{PART}{then}"
        if then and not has_room and lines_of(longer) == lines_of(beneath):
            beneath = longer
        said.insert(1, _whole_parts(beneath, letters_of(left)))
    return "\n".join(said)


def _whole_parts(line: str, longest: int) -> str:
    """Leave out the last parts of a line, so that none is cut within a word."""
    while len(line) > longest and PART in line:
        line = line.rpartition(PART)[0]
    return clip(line, longest)


def _larger_map(scene: Scene) -> list[Press]:
    shown = scene.face.larger_map(scene.view) if scene.state is not None else ""
    say = scene.plain.say
    whole = Press(scene.id(MAP, option=shown), say("button.map"), emoji="🗺️", small=say("button.map.short"))
    return [whole] if shown else []


def pinged(scene: Scene, spared: Collection[Seat] = ()) -> list[int]:
    """Return the users who must answer before the game can go on, except those of the seats in ``spared``."""
    if master := _throwing_master_id(scene):
        return [] if spared else [master]
    who = players(scene.record)
    return [who[seat] for seat in waited_at(scene.standing) if seat in who and seat not in spared]


def address_of(record: GameRecord, message_id: int = 0) -> str:
    """Return the URL of a table's message; without a message, of its channel."""
    channel = f"https://discord.com/channels/{record.guild_id}/{record.channel_id}"
    return f"{channel}/{message_id}" if message_id else channel


def digest(scene: Scene, stages: int, first: int) -> str:
    """Return the state of the game and the number of ``stages`` told since the message ``first`` (0: none)."""
    if not stages or not first:
        return ""
    record = scene.record
    place = Said(address_of(record, first))
    head = scene.narrator.say("prompt.digest", number=stages, place=place)
    return "\n".join([head, *scene.face.course(scene.narrator, scene.weighed)])


def reminder(
    scene: Scene, seats: Collection[Seat], awake: Collection[int], missed: str = "", *, called: bool = False
) -> Shown:
    """Return the open question again, naming these seats, which must still answer; pings only users who are awake.

    ``missed``: a summary of what happened meanwhile. ``called``: they were not pinged for the question, because
    somebody else was at the table or because it was night for them.
    """
    who = players(scene.record)
    named = [who[seat] for seat in seats if seat in who]
    key = "prompt.called" if called else "prompt.reminder"
    since = table_words.since(scene.standing)
    said = scene.narrator.say(key, who=_mentions(scene, seats), since=since) if seats else ""
    shown = prompt(scene, ())
    asked = shown.content.removeprefix(_asked_people(scene, ())).lstrip()  # who is named above need not be named twice
    whole = "\n".join(part for part in (said, missed, asked) if part)
    choices = shown.choices and replace(shown.choices, asked=clip(whole, CONTENT))
    ping = [user for user in named if user in awake]
    call = _call(scene, shown.choices, ping) if ping and shown.choices else ""
    return Shown(clip(whole, CONTENT), ping=ping, choices=choices, call=call)


def _throwing_master_id(scene: Scene) -> int:
    """Return the game master if people roll dice by hand; 0: the players roll, or there are no dice to roll.

    People at one real table need no ping.
    """
    record = scene.record
    return record.gm_id if _is_by_hand(scene) and not in_person_seats(record) else 0


def _is_by_hand(scene: Scene) -> bool:
    return isinstance(scene.waiting, Roll | Draw)


def _asked_people(scene: Scene, ping: Collection[int]) -> Said:
    """Name everybody who must answer; if one answer of the party is enough, only those who are pinged."""
    who = players(scene.record)
    if master := _throwing_master_id(scene):
        return mention_user(master)
    in_person = in_person_seats(scene.record)
    if is_idle(scene.waiting) or (_is_by_hand(scene) and in_person):
        return Said()
    asked = [seat for seat in scene.asked_seats() if seat in who or seat in in_person]
    if len(asked) > 1 and table_words.any_one_may_answer(scene):
        asked = [seat for seat in asked if who.get(seat) in ping]
    return _mentions(scene, asked)


def _mentions(scene: Scene, seats: Iterable[Seat]) -> Said:
    who = players(scene.record)
    called = [table_words.mention(scene, seat, who[seat]) for seat in seats if seat in who]
    named = [scene.narrator.seat(seat) for seat in seats if seat not in who]
    if named:
        called.append(scene.narrator.say("prompt.in_person", names=scene.narrator.join_words(named)))
    return Said(" ".join(dict.fromkeys(called)))


def next_in_turn(scene: Scene) -> Seat:
    """Return the seat whose turn comes next; '' unless only the player whose turn it is is asked."""
    turn: Seat = getattr(scene.view, "turn_of", "") if scene.state is not None else ""
    if scene.asked_seats() != [turn]:
        return ""
    people, face = players(scene.record), scene.face
    order: list[Seat] = [seat for seat in scene.view.order if seat in people and not face.has_fallen(scene.view, seat)]
    if turn not in order or not order[2:]:  # of two people it is the other one
        return ""
    return order[(order.index(turn) + 1) % len(order)]


def _asked_in_words(scene: Scene, narrator: Narrator) -> str:
    """Return the question after the name of the one character that is asked, unless it says the name."""
    asked, seats = str(words.question(narrator, scene.waiting, openly=True)), scene.asked_seats()
    if scene.state is None or len(seats) != 1:
        return asked
    own = [character.name for character in scene.face.characters(narrator, scene.view) if character.seat == seats[0]]
    return f"{own[0]} · {asked}" if len(own) == 1 and own[0] not in asked else asked


def _last_lines(scene: Scene) -> list[str]:
    decided = "" if table_words.any_one_may_answer(scene) else decision_line(scene)
    end = table_words.times(scene) if deadline_of(scene.standing) is not None else ""
    return [line for line in (decided, answers_line(scene), end) if line]


def explanation(scene: Scene) -> str:
    """Return what the prompt leaves out: the state of the game, the reason and rulebook section, how it is decided."""
    narrator, request = scene.narrator, scene.waiting
    lines = [
        f"**{words.question(narrator, request, openly=True)}**",
        *(_situation_lines(scene) if scene.state is not None else []),
        words.reason(narrator, request, openly=True),
        decision_line(scene),
        table_words.times(scene),
        *_whole_notes(scene),
        *_usual_answer_lines(scene),
        narrator.say("prompt.star"),
    ]
    return fit_lines(line for line in lines if line)


def _whole_notes(scene: Scene) -> list[str]:
    """Return the full notes of the public options, because the question itself has room only for the odds."""
    match scene.waiting:
        case NextAction() as asked:
            offered = [action.option for action in actions_known_to(asked).actions if not action.aside]
        case Choose(options=options, secret=False):
            offered = [*options]
        case _:
            return []
    return [*notes(scene, offered, whole=True), *legends(scene, offered)]


def _situation_lines(scene: Scene) -> list[str]:
    face, narrator = scene.face, scene.narrator
    view = scene.weighed
    return [*face.what_now(narrator, view, scene.asked_seats()), *face.course(narrator, view)]


def decision_line(scene: Scene) -> str:
    """Return a line on how the party decides; '' if one person answers, or each for themselves."""
    narrator, habits = scene.narrator, scene.record.habits
    one_person = len(scene.asked_seats()) < 2 or is_alone(scene.record)
    if one_person or isinstance(scene.waiting, Everyone) or is_idle(scene.waiting):
        return ""
    if habits.deciding == "anyone" or not is_decided_together(scene.waiting):
        return narrator.say("prompt.one_decides")
    return narrator.say(f"prompt.by_{habits.deciding}")


def _usual_answer_lines(scene: Scene) -> Iterator[str]:
    waiting = scene.standing.waiting
    if not isinstance(waiting, Everyone) or waiting.secret:
        return
    for seat, request in waiting.asks.items():
        value = scene.usual(request, seat)
        if value is not None:
            what = words.answer_in_words(scene.narrator, request, value, seat, openly=True)
            yield scene.narrator.say("prompt.usual_of", who=seat, what=what)


def answers_line(scene: Scene) -> str:
    """Return a line on who has answered, without their answers, or on who has voted for what."""
    standing, narrator = scene.standing, scene.narrator
    if not standing.waiting:
        return ""
    said = ""
    if standing.done:
        names = narrator.join_words([_seat_that_answered(scene, seat) for seat in standing.done])
        said = narrator.say("prompt.answered", names=names)
    elif votes := _votes_in_words(narrator, standing.waiting, standing.votes):
        said = narrator.say("prompt.voted", votes=votes)
    left = waited_at(standing) if said else ()
    return f"{said}{PART}{narrator.say('prompt.last', who=left[0])}" if len(left) == 1 else said


def _votes_in_words(narrator: Narrator, request: Request, votes: Sequence[Vote]) -> Said:
    each = ((seats, answer_in_words(narrator, request, value, seats[0], openly=True)) for value, seats in tally(votes))
    return Said(PART.join(narrator.say("prompt.proposal", who=seats, what=what) for seats, what in each))


def _seat_that_answered(scene: Scene, seat: Seat) -> str:
    narrator, record, said = scene.narrator, scene.record, f"{scene.narrator.seat(seat)} ✔"
    if stand_in := stand_in_of(record, seat):
        who = _other_person(narrator, record, stand_in)
    elif seat not in present_seats(record):
        who = narrator.say("story.by_autopilot")
    else:
        return said
    return narrator.say("story.pressed_by", what=Said(said), who=who)


def closed_prompt_text(scene: Scene, by: Sequence[Seat], what: str) -> str:
    """Return the line that replaces an answered question: who chose ``what``.

    ``scene``: from the time when the question was open. ``by``: the seat that answered, or all seats that voted for the
    winner.
    """
    narrator, request = scene.narrator, scene.waiting
    if isinstance(request, Everyone):
        return narrator.say("prompt.everyone_done", question=words.question(narrator, request, openly=True))
    by_hand = by[0] in in_person_seats(scene.record)
    if by_hand and isinstance(request, Draw):
        by = (_drawing_seat(request) or by[0],)
    return clip(narrator.say("story.lead_in_person" if by_hand else "story.lead", who=by, what=Said(what)), CONTENT)


def votes_on_question(scene: Scene, votes: Sequence[Vote]) -> Iterator[str]:
    """Yield lines on the party's open question, if any: how it is decided, the votes, and who must still vote."""
    narrator, waiting = scene.narrator, scene.standing.waiting
    if not waiting or not is_decided_together(waiting):
        return
    record = scene.record
    yield f"**{question(narrator, waiting, openly=True)}**"
    yield decision_line(scene)
    if record.habits.deciding == "vote":
        seats = present_seats(record)
        counted = counting_votes(votes, seats)
        for value, voters in tally(counted):
            what = answer_in_words(narrator, waiting, value, voters[0], openly=True)
            yield narrator.say("vote.tally", count=len(voters), what=what, who=voters)
        spoken = [vote.seat for vote in counted]
        yield missing_votes_line(narrator, [seat for seat in seats if seat not in spoken])


def missing_votes_line(narrator: Narrator, seats: Sequence[Seat]) -> Said:
    """Return a line on who must still vote; '' if nobody."""
    return narrator.say("vote.missing", who=tuple(seats)) if seats else Said()


def told_answer(before: Scene, accepted: Accepted, user_id: int) -> str:
    """Return an answer in words, and who pressed it for another player; a secret answer is only mentioned."""
    request = part_of(before.waiting, accepted.seat)
    others_wait = request is not before.waiting and accepted.standing.address == before.address
    if others_wait or accepted.value is None:  # a repeated interaction brings no value
        what = Said("✔")
    else:
        what = words.answer_in_words(before.narrator, request, accepted.value, accepted.seat, openly=True)
    if other := _presser(before, accepted, user_id):
        return before.narrator.say("story.pressed_by", what=Said(what), who=other)
    others = [vote for vote in accepted.votes if vote.value != accepted.value]
    if others and before.standing.waiting:
        losing = _votes_in_words(before.narrator, before.standing.waiting, others)
        (voted,) = votes_counted(accepted)
        tie = ".by_leader" if voted.by_leader else ".by_first" if voted.by_first else ""
        return before.narrator.say(f"vote.outvoted{tie}", what=Said(what), votes=losing)
    return what


def lead_of_answer(before: Scene, accepted: Accepted, user_id: int) -> str:
    """Return the line above a story: the answer, and who pressed it for another player; '' if the story needs none."""
    if _needs_no_lead(before, accepted.seat) and _presser(before, accepted, user_id) is None:
        return ""
    return told_answer(before, accepted, user_id)


def _needs_no_lead(before: Scene, seat: Seat) -> bool:
    if isinstance(before.waiting, Roll) or (isinstance(before.waiting, Draw) and _drawing_seat(before.waiting)):
        return seat in in_person_seats(before.record)
    return isinstance(before.waiting, Everyone)


def _drawing_seat(draw: Draw) -> Seat:
    """Return the seat that draws for itself, such as a hero; '' if the party draws."""
    return str(draw.facts.get("player", ""))


def _presser(before: Scene, accepted: Accepted, user_id: int) -> Said | None:
    """Return who pressed for another player, or None.

    People without a seat are not named, because their name would stay in the story if they asked to be forgotten.
    """
    narrator, record = before.narrator, before.record
    seat = next((each_seat for each_seat in record.seats if each_seat.seat == accepted.seat), None)
    in_person = accepted.seat in in_person_seats(record) and is_named_master(record, user_id)
    if not seat or seat.user_id == user_id or in_person or votes_counted(accepted):
        return None
    return _other_person(narrator, record, user_id)


def _other_person(narrator: Narrator, record: GameRecord, user_id: int) -> Said:
    if own := record.seat_of(user_id):
        return narrator.seat(own)
    return narrator.say("story.by_master" if is_named_master(record, user_id) else "story.by_stand_in")


def votes_counted(accepted: Accepted) -> list[Voted]:
    """Return the votes that this answer decided."""
    return [told.event for told in accepted.told if isinstance(told.event, Voted)]
