"""One round of the bench of the stores, in a process of its own: ``ADDRESS FILE CLIENTS EACH``; prints its figures."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

import msgspec
import structlog

from bot.store import Store
from bot.store.fleet import postgres as postgresql
from bot.store.opening import store_at
from bot.store.units import Logged, Story, Unit
from bot.store.writer import Batch
from bot.table.records import Address
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer
from tests.bench.report import spent
from tests.bot.store.some_units import a_record, an_opening

STORY, PAGE = bytes(500), bytes(3_900)
WARM = 8


class Counting(postgresql.PostgresEngine):
    """Counts how often the server has to be waited for: each batch, and each commit."""

    trips = 0

    def connect(self) -> Any:
        """A connection whose commits are counted."""
        connection = super().connect()
        commit = connection.commit

        def counted() -> None:
            Counting.trips += 1
            commit()

        connection.commit = counted  # type: ignore[method-assign]
        return connection

    def run(self, connection: Any, batch: Batch) -> None:
        """Run, and count."""
        Counting.trips += 1
        super().run(connection, batch)


def an_answer(client: int, nth: int) -> Unit:
    """What an answer of the flagship game writes: three dice and the answer, a story, every third time a snapshot."""
    here = Address(1, 1 + nth // 3, 4 * nth + 4)
    rows = [Logged(here.stage, Answer(4 * nth + n, "", "dig 1K6", "s1", [n]), 6.0, 10) for n in range(4)]
    page = Snapshot("toy", here.stage, 1, 1, "", bytes(32), PAGE)
    return Unit(
        record=a_record(f"t{client}"),
        revision=1 + nth,
        at=6.0 + nth,
        address=here,
        interaction_id=1_000_000 * (client + 1) + nth,
        answers=rows,
        stories=[Story(here, STORY, ("s1", "dig"))],
        snapshots=[page] if nth % 3 == 0 else [],
    )


async def _client(store: Store, client: int, times: range) -> None:
    for nth in times:
        await store.commit(an_answer(client, nth))


async def _main(address: str, file: str, clients: int, each: int) -> None:
    postgresql.PostgresEngine = Counting  # type: ignore[misc]
    store = store_at(address, Path(file))
    await store.open()
    for client in range(clients):
        opening = an_opening(f"t{client}", client + 1)
        await store.commit(msgspec.structs.replace(opening, interaction_id=client + 1))
    await asyncio.gather(*(_client(store, client, range(WARM)) for client in range(clients)))
    Counting.trips = 0
    with spent() as cost:
        await asyncio.gather(*(_client(store, client, range(WARM, WARM + each)) for client in range(clients)))
    await store.close()
    answers = clients * each
    print(json.dumps([answers / cost.wall, cost.cpu / answers * 1000, Counting.trips / answers]))


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    asyncio.run(_main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
