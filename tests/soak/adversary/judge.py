"""What must be so whenever the bot has come to rest, whatever was done to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.table.records import Address
from rules.kernel import proof
from rules.kernel.proof import Proof
from tests.bot.told_in_channel import Row, is_cut, lines_of, stories
from tests.discord_limits.strict_playground import StrictPlayground
from tests.soak.adversary.file import File
from tests.soak.adversary.ledger import Ledger
from tests.soak.adversary.tables import Table, controls

RATE_LIMITED = 429


class Refusal(msgspec.Struct, frozen=True):
    """A 4xx of Discord's; ``fault``: one that was injected."""

    status: int
    code: int
    call: str
    fault: bool


class Judge:
    """Looks at the channels, the file and the calls; says what is wrong."""

    def __init__(self, playground: StrictPlayground, file: File, ledger: Ledger) -> None:
        self.playground = playground
        self.file = file
        self.ledger = ledger
        self.checks: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()

    def wrong(self, tables: Sequence[Table]) -> list[str]:
        """All that is wrong at these tables now."""
        found = [f"{name} is still owed something" for name in self.file.unfinished()]
        for table in tables:
            found += [f"{table.channel}: {one}" for one in (*self.prompts(table), *self.told(table))]
        return [*found, *self.answers(tables)]

    # Prompts -----------------------------------------------------------------------------------------------

    def prompts(self, table: Table) -> Iterator[str]:
        """While a game is played one message asks, and it is the one that the store knows; else none does."""
        self.checks["prompts"] += 1
        game, live = table.record[0], table.live()
        if not table.is_playing:
            yield from (f"no game, and {one.id} asks" for one in live)
            return
        at = self.file.address(game)
        known = self.known(game, at)
        there = {int(one.id): one for one in table.posted()}
        if len(known) != 1 or known[0] not in there:
            yield f"the question {at} should stand in one message, and stands in {known}"
        if [int(one.id) for one in live] != known and not self.is_plain(live, there, known):
            yield f"live prompts: {[one.id for one in live]}, known for {at}: {known}"
        for one in live:
            if wrong := {id.address for id in controls(one)} - {at}:
                yield f"{one.id} asks {wrong}, open is {at}"

    def known(self, game: str, at: Address) -> list[int]:
        """The message of this question."""
        query = "SELECT message_id FROM prompts WHERE game = ? AND key = 'prompt' AND (epoch, stage, step) = (?, ?, ?)"
        return [row[0] for row in self.file.rows(query, game, at.epoch, at.stage, at.step)]

    def is_plain(self, live: Sequence[Any], there: dict[int, Any], known: Sequence[int]) -> bool:
        """Whether the question was asked in words alone, as its buttons had been refused."""
        return not live and any("/odpowiedz" in there[one].data["content"] for one in known if one in there)

    # Stories -----------------------------------------------------------------------------------------------

    def told(self, table: Table) -> Iterator[str]:
        """Every line of every story of the newest game stands in the channel, once, in order."""
        self.checks["stories"] += 1
        there = [one for one in table.posted() if int(one.id) > table.since]
        rows = [(message, [*map(table.without_names, told)]) for message, told in self.rows(table.record[0])]
        said = {int(one.id): [*map(table.without_names, lines_of(one))] for one in there}
        cut = {int(one.id) for one in there if is_cut(one)}
        # What is great stands last while a message asks.
        said |= {id: _as_it_happened(rows, id, said[id]) for id in cut}
        wanted = _still_due(rows, said, table.deleted | cut)
        known = {line for _, told in rows for line in told}
        found = [line for one in said.values() for line in one if line in known]
        if found == wanted:
            self.checks["lines"] += len(wanted)
            return
        twice = [text[:80] for text in Counter(found) - Counter(wanted)]
        missing = [text[:80] for text in Counter(wanted) - Counter(found)]
        yield f"stories: twice {twice}, missing {missing}, else out of order"

    def rows(self, game: str) -> list[Row]:
        """The lines of each story that was told, and the message that tells it, or its end."""
        return list(stories(self.file.rows, game)) if game else []

    # Answers, refusals, dice -------------------------------------------------------------------------------

    def answers(self, tables: Sequence[Table]) -> list[str]:
        """The log holds what was acknowledged, and nothing that nobody gave."""
        self.checks["answers"] += 1
        games = [game for table in tables for game in table.played]
        users = {one.user for one in self.ledger.given}
        return self.ledger.compared(self.file.answers(users), self.file.interactions(), games)

    def refused(self) -> list[Refusal]:
        """Every 4xx since this was last asked; a rate limit that discord.py waited for is none."""
        self.checks["calls"] += len(self.playground.requests)
        found = []
        while self.playground.requests:
            call = self.playground.requests.popleft()
            if 400 <= call.status < 500:
                told = call.reply if isinstance(call.reply, dict) else {}
                fault = PROVOKED in str(told.get("message"))
                found.append(Refusal(call.status, told.get("code", 0), f"{call.method} {call.route}", fault))
                self.refusals[f"{call.status} {told.get('code', 0)}{' injected' if fault else ''}"] += 1
        return [one for one in found if not one.fault and one.status != RATE_LIMITED]

    def dice(self, table: Table) -> Iterator[str]:
        """After the end of a game its proof is in the channel, once, and right."""
        self.checks["proofs"] += 1
        name = f"labirynt-{table.record[0]}.json"
        found = [file for one in table.posted() for file in one.data["attachments"] if file["filename"] == name]
        if len(found) != 1:
            yield f"{len(found)} proofs of {name}"
        for one in found:
            data = self.playground.world.store.file(one["id"])
            yield from map(str, proof.check(msgspec.json.decode(data, type=Proof)).faults)


def _as_it_happened(rows: Sequence[Row], id: int, lines: Sequence[str]) -> list[str]:
    """What a message says in the order in which it was told; first what it does not tell.

    One that asks and tells nothing itself may say once more what the messages directly above it tell.
    """
    own = [line for message, said in rows if message == id for line in said]
    above = {line for message, said in rows if message < id for line in said} if not own else set()
    left, found = Counter(lines), list[str]()
    for line in reversed(own):
        if left[line]:
            left[line] -= 1
            found.append(line)
    return [*(line for line in left.elements() if line not in above), *reversed(found)]


def _still_due(rows: Sequence[Row], said: Mapping[int, Sequence[str]], excused: Collection[int]) -> list[str]:
    """The lines that must stand there; ``excused``: messages that need not say all that they told."""
    left = {message: Counter(said.get(message, ())) for message in excused}
    due: list[str] = []
    for message, told in reversed(rows):
        for line in reversed(told):
            if message in excused and not left[message][line]:
                continue
            if message in excused:
                left[message][line] -= 1
            due.append(line)
    return due[::-1]


PROVOKED = "wyrządzone naumyślnie"
"""What every injected refusal says."""
