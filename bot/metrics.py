"""The bot's metrics in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""The histogram's buckets in seconds until an acknowledgement; Discord waits three."""
disable_created_metrics()  # type: ignore[no-untyped-call]  # a series beside each counter and bucket that nobody asks for


class Metrics:
    """The counters of one bot. They begin at zero at each start and contain no data on people or tables."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("labirynt_build", "Which version this is.", registry=registry).info({"version": version("labirynt")})
        self.interactions = Counter(
            "labirynt_interactions",
            "Interactions by outcome: ok, refused, fault, store, discord, outlived.",
            ["outcome"],
            registry=registry,
        )
        self.acknowledge = Histogram(
            "labirynt_acknowledge_seconds",
            "Seconds from an interaction's arrival to its first answer.",
            buckets=BUCKETS,
            registry=registry,
        )
        self.answers = Counter(
            "labirynt_answers", "Answers to a game's questions that were stored, by game.", ["game"], registry=registry
        )
        self.requests = Counter(
            "labirynt_requests",
            "Requests to Discord by route, by status (broke: none came), and whether it counts them: yes, no.",
            ["route", "status", "counted"],
            registry=registry,
        )
        self.request = Histogram(
            "labirynt_request_seconds",
            "Seconds until Discord has answered a request.",
            buckets=BUCKETS,
            registry=registry,
        )
        self.requests_limited = Counter(
            "labirynt_requests_limited",
            "Requests that Discord turned away as too many, by whose limit it was: user, global, shared, unknown.",
            ["scope"],
            registry=registry,
        )
        self.requests_of_share = self._renamed_gauge(
            "Counted requests of the last seconds against this process's share of fifty a second; 1: all.",
            "labirynt_requests_share_ratio",
            "labirynt_requests_of_share",
        )
        self.shards = Gauge("labirynt_shards", "Shards that the bot has, over all its processes.", registry=registry)
        self.shards_owned = Gauge(
            "labirynt_shards_owned", "Shards whose guilds this process serves now.", registry=registry
        )
        self.take_overs = Counter(
            "labirynt_take_overs",
            "Shards taken over from another process, by how that one went: killed, hung, left.",
            ["how"],
            registry=registry,
        )
        self.room_made = Counter(
            "labirynt_room_made_bytes", "Bytes freed in the database by packing old games.", registry=registry
        )
        self.faults = Counter("labirynt_faults", "Faults of the program itself.", registry=registry)
        self.limited = Counter(
            "labirynt_limited",
            "Requests beyond somebody's share, by kind: picture, look, copy, table, completion, press.",
            ["share"],
            registry=registry,
        )
        self.posts = Counter(
            "labirynt_posts",
            "Messages posted by kind: story, question, ending, status, call.",
            ["kind"],
            registry=registry,
        )
        self.clock_ahead = Gauge(
            "labirynt_clock_ahead_seconds",
            "Seconds by which the host's clock is ahead of Discord's; 0: right to a minute.",
            registry=registry,
        )
        self.posts_failed = Counter("labirynt_posts_failed", "Deliveries to a channel that failed.", registry=registry)
        self.store_errors = Counter(
            "labirynt_store_errors",
            "Work that the store refused, by reason: full, read_only, locked, damaged, unreachable, outdated.",
            ["reason"],
            registry=registry,
        )
        self.store_refuses = Gauge(
            "labirynt_store_refuses",
            "1 while the store takes nothing for this reason, found out by writing at each look at this page.",
            ["reason"],
            registry=registry,
        )
        self.database_bytes = Gauge(
            "labirynt_database_bytes", "Size of the games where they are kept, with the journal.", registry=registry
        )
        self.disk_free_bytes = Gauge(
            "labirynt_disk_free_bytes",
            "Room left on the disk of the games; with PostgreSQL there is no such series.",
            registry=registry,
        )
        self.reminders = Counter("labirynt_reminders", "Reminders sent.", registry=registry)
        self.tables_live = Gauge("labirynt_tables_live", "Tables in a lobby or in play.", registry=registry)
        self.tables_owed = Gauge(
            "labirynt_tables_owed", "Tables whose channel is owed a story, a question or a lobby.", registry=registry
        )
        self.owed_since = self._renamed_gauge(
            "Since when the longest of these debts is open, as a Unix time; 0: there is none.",
            "labirynt_tables_owed_since_timestamp_seconds",
            "labirynt_tables_owed_since_seconds",
        )
        self.debts = Gauge(
            "labirynt_debts",
            "The same tables by what stands in the way: line, shut, refused, fault; unknown: it was not tried yet.",
            ["why"],
            registry=registry,
        )
        self.outbox_waiting = Gauge(
            "labirynt_outbox_waiting",
            "Stories stored and not yet posted, of the guilds that this process serves; NaN: unreadable.",
            registry=registry,
        )

        self.games_begun = Counter("labirynt_games_begun", "Games begun, by game.", ["game"], registry=registry)
        self.games_ended = Counter(
            "labirynt_games_ended", "Games over, by game and how: ended, closed.", ["game", "how"], registry=registry
        )
        self.commit = Histogram(
            "labirynt_commit_seconds", "Seconds until the store has kept a group of units.", registry=registry
        )
        self.loop_lag = Histogram(
            "labirynt_loop_lag_seconds", "Seconds by which the event loop woke too late.", registry=registry
        )
        self.backup = Gauge(
            "labirynt_backup_timestamp_seconds",
            "When the newest backup in LABIRYNT_BACKUPS was written, as a Unix time; 0: there is none.",
            registry=registry,
        )

    def _renamed_gauge(self, words: str, *names: str) -> list[Gauge]:
        """Return a gauge under each of its names: the last is the name of 1.0, which goes with 1.2."""
        return [Gauge(name, words, registry=self.registry) for name in names]

    def count_life(self, life: Mapping[str, Any]) -> None:
        """Count a game that has begun or is over."""
        match life["event"]:
            case "game.began":
                self.games_begun.labels(life["rules"]).inc()
            case "game.ended" | "game.closed" as event:
                self.games_ended.labels(life["rules"], event.removeprefix("game.")).inc()

    def count_interaction(self, outcome: str, seconds: float | None) -> None:
        """Count an interaction; ``seconds`` None: it was never acknowledged."""
        kind = outcome.partition(":")[0]  # reasons of refusals belong into the log, not into the names of series
        self.interactions.labels(kind).inc()
        if kind == "fault":
            self.faults.inc()
        if seconds is not None:
            self.acknowledge.observe(seconds)

    def text(self) -> bytes:
        """Return all metrics in the format for a scraper."""
        return generate_latest(self.registry)
