-- expand: an older program neither reads nor writes these tables; whom it forgets keeps the rows until a newer program
-- forgets them.
-- As SQLite's step 0014.
CREATE TABLE prepared (
    id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    line TEXT COLLATE "C" NOT NULL,
    note TEXT COLLATE "C" NOT NULL,
    place TEXT COLLATE "C" NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX prepared_of_guild ON prepared (guild_id, user_id);
CREATE INDEX prepared_of_person ON prepared (user_id);
CREATE INDEX prepared_by_sight ON prepared (seen_at);
CREATE TABLE handouts (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    seat TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    picture BYTEA NOT NULL,
    PRIMARY KEY (game, id)
);
