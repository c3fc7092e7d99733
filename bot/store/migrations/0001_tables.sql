-- A table of a game in a channel. The present place (epoch, stage, step) and ``told`` (how many facts of the present
-- stage are already in the outbox) move with each accepted answer; ``revision`` rises with every change and decides
-- which of two processes was first.
CREATE TABLE games (
    id          TEXT    NOT NULL PRIMARY KEY,
    game        TEXT    NOT NULL,
    channel_id  INTEGER NOT NULL,
    guild_id    INTEGER NOT NULL,
    locale      TEXT    NOT NULL,
    phase       TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'ended', 'broken')),
    options     TEXT    NOT NULL,
    leader_id   INTEGER NOT NULL,
    commitment  TEXT    NOT NULL,
    created_at  REAL    NOT NULL,
    epoch       INTEGER NOT NULL,
    stage       INTEGER NOT NULL,
    step        INTEGER NOT NULL,
    told        INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    stirred_at  REAL    NOT NULL
);
CREATE UNIQUE INDEX one_live_table_per_channel ON games (channel_id) WHERE phase <> 'ended';
CREATE INDEX games_of_channel ON games (channel_id, created_at);

CREATE TABLE seats (
    game      TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat      TEXT    NOT NULL,
    place     INTEGER NOT NULL,
    user_id   INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    autopilot INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX seats_of_user ON seats (user_id);

-- The sealed seeds, apart from everything that is read for display or export.
CREATE TABLE seeds (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seed BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE snapshots (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch   INTEGER NOT NULL,
    stage   INTEGER NOT NULL,
    schema  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    tables  TEXT    NOT NULL,
    chain   BLOB    NOT NULL,
    state   BLOB    NOT NULL,
    PRIMARY KEY (game, epoch, stage)
);

-- The log. ``user_id`` is 0 for chance and the autopilot.
CREATE TABLE answers (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch   INTEGER NOT NULL,
    stage   INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    part    TEXT    NOT NULL,
    asked   TEXT    NOT NULL,
    seat    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    at      REAL    NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game, epoch, stage, step, part)
) WITHOUT ROWID;

CREATE TABLE interactions (
    id   INTEGER NOT NULL PRIMARY KEY,
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    at   REAL    NOT NULL
);
CREATE INDEX interactions_by_time ON interactions (at);

CREATE TABLE drafts (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat  TEXT    NOT NULL,
    epoch INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    step  INTEGER NOT NULL,
    field TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (game, seat, epoch, stage, step, field)
) WITHOUT ROWID;

-- What was told, in order. Rows stay after posting: they are the chronicle.
CREATE TABLE outbox (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game       TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch      INTEGER NOT NULL,
    stage      INTEGER NOT NULL,
    step       INTEGER NOT NULL,
    told       BLOB    NOT NULL,
    seat       TEXT,
    value      TEXT,
    at         REAL    NOT NULL,
    posted     INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER
);
CREATE INDEX outbox_unposted ON outbox (game, id) WHERE posted = 0;

-- Which message carries the prompt for which question.
CREATE TABLE prompts (
    game       TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch      INTEGER NOT NULL,
    stage      INTEGER NOT NULL,
    step       INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (game, epoch, stage, step, key)
) WITHOUT ROWID;
