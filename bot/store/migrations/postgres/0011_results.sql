-- expand: an older program neither reads nor writes these tables. A game that ends under it is not counted, and whom it
-- forgets keeps the rows until a newer program forgets them.
-- As SQLite's step 0011.
CREATE TABLE results (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL,
    mark TEXT COLLATE "C" NOT NULL,
    facts TEXT COLLATE "C" NOT NULL,
    private TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX results_of_guild ON results (guild_id, user_id);
CREATE INDEX results_of_person ON results (user_id) WHERE user_id > 0;
CREATE INDEX results_by_sight ON results (seen_at);
CREATE TABLE uncounted (user_id BIGINT NOT NULL PRIMARY KEY);
