-- expand: an older program neither reads nor writes this table; whom it forgets keeps the rows until a newer one forgets.
-- Who is told of a game without a seat, by direct messages; ``user_id`` 0: the game's own channel. ``told_at``: until when
-- it is told; ``due_at``: when to tell the rest (seconds; 0: as it happens).
CREATE TABLE follows (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    how TEXT COLLATE "C" NOT NULL,
    dm_id BIGINT NOT NULL,
    locale TEXT COLLATE "C" NOT NULL,
    told_at DOUBLE PRECISION NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX follows_due ON follows (due_at) WHERE due_at > 0;
CREATE INDEX follows_of_person ON follows (user_id);

-- Whether later games on a server may name the person's fallen characters.
ALTER TABLE people ADD COLUMN fame BIGINT NOT NULL DEFAULT 0;
