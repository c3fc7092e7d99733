-- A table that lasts for weeks. ``asked_at``: since when the open question is asked; ``due_at``: when the table is to be
-- looked at by the clock (reminders, deadlines, ends of absence). An archived table has lost its channel and waits.
ALTER TABLE games ADD COLUMN gm_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN habits TEXT NOT NULL DEFAULT '{}';
ALTER TABLE games ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN asked_at REAL NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN due_at REAL;
UPDATE games SET asked_at = stirred_at, due_at = CASE phase WHEN 'playing' THEN stirred_at END;
DROP INDEX one_live_table_per_channel;
CREATE UNIQUE INDEX one_live_table_per_channel ON games (channel_id) WHERE phase <> 'ended' AND archived = 0;
CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL;

-- ``stand_in``: who answers while the player is away; ``reminded_at``, ``overdue_at``: when this seat was last reminded,
-- and when its time was last up.
ALTER TABLE seats ADD COLUMN away_until REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN reminded_at REAL NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN overdue_at REAL NOT NULL DEFAULT 0;

-- Who sat where since when, so that every deed keeps the name of whoever did it. A seat that becomes free makes no row.
CREATE TABLE sitters (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    TEXT    NOT NULL,
    since   REAL    NOT NULL,
    user_id INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game, seat, since)
) WITHOUT ROWID;
INSERT INTO sitters (game, seat, since, user_id, name)
    SELECT s.game, s.seat, g.created_at, s.user_id, s.name FROM seats s JOIN games g ON g.id = s.game
    WHERE g.phase <> 'lobby';

-- Why each epoch after the first began: where it begins (stage, step), and what was open on the parent's line then.
CREATE TABLE epochs (
    game      TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch     INTEGER NOT NULL,
    why       TEXT    NOT NULL,
    parent    INTEGER NOT NULL,
    stage     INTEGER NOT NULL,
    step      INTEGER NOT NULL,
    tip_stage INTEGER NOT NULL,
    tip_step  INTEGER NOT NULL,
    at        REAL    NOT NULL,
    user_id   INTEGER NOT NULL,
    PRIMARY KEY (game, epoch)
) WITHOUT ROWID;

-- Votes that are not counted out yet. ``matter`` says in full what is voted on.
CREATE TABLE votes (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    matter  TEXT    NOT NULL,
    seat    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    at      REAL    NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game, matter, seat)
) WITHOUT ROWID;

-- What a person wishes in all games: the time zone, and quiet hours as minutes of the day.
CREATE TABLE people (
    user_id    INTEGER NOT NULL PRIMARY KEY,
    zone       TEXT    NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_to   INTEGER NOT NULL
);

CREATE TABLE guilds (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    settings TEXT    NOT NULL
);

-- A game master's private notes.
CREATE TABLE notes (
    id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    at      REAL    NOT NULL,
    user_id INTEGER NOT NULL,
    text    TEXT    NOT NULL
);
CREATE INDEX notes_of_game ON notes (game, id);
