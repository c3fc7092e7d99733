-- expand: an older program neither reads nor writes these tables; whom it forgets keeps the rows until a newer program
-- forgets them.
-- The calls that a game master has prepared on a server, each for one kind of game. ``id``: the interaction that made it.
-- ``line``: what ``/gm now`` takes. ``place``: where it is due ('': nowhere). ``seen_at``: when the guild was last among
-- the bot's.
CREATE TABLE prepared (
    id       INTEGER NOT NULL PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    line     TEXT    NOT NULL,
    note     TEXT    NOT NULL,
    place    TEXT    NOT NULL,
    seen_at  REAL    NOT NULL
);
CREATE INDEX prepared_of_guild ON prepared (guild_id, user_id);
CREATE INDEX prepared_of_person ON prepared (user_id);
CREATE INDEX prepared_by_sight ON prepared (seen_at);

-- What a game master has told one seat alone, for the button that shows it. ``id``: the interaction that told it.
CREATE TABLE handouts (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    id      TEXT NOT NULL,
    seat    TEXT NOT NULL,
    text    TEXT NOT NULL,
    picture BLOB NOT NULL,
    PRIMARY KEY (game, id)
) WITHOUT ROWID;
