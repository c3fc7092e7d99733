-- expand: an older program neither reads nor writes these tables. A game that ends under it is not counted, and whom it
-- forgets keeps the rows until a newer program forgets them.
-- How each finished game ended for each seat, for the statistics; read only while the game is over. ``user_id`` 0: nobody
-- known. ``mark``: '' or why it is in no record. ``facts``: what the channel saw; ``private``: dice and time to answer.
-- ``seen_at``: when the guild was last among the bot's.
CREATE TABLE results (
    game     TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    ended_at REAL    NOT NULL,
    seen_at  REAL    NOT NULL,
    mark     TEXT    NOT NULL,
    facts    TEXT    NOT NULL,
    private  TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_guild ON results (guild_id, user_id);
CREATE INDEX results_of_person ON results (user_id) WHERE user_id > 0;
CREATE INDEX results_by_sight ON results (seen_at);

-- Who wants to be in no statistics.
CREATE TABLE uncounted (user_id INTEGER NOT NULL PRIMARY KEY);
