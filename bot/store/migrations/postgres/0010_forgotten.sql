-- expand: an older program neither reads nor writes these tables; what it forgets leaves no hash.
-- As SQLite's step 0010.
CREATE TABLE forgotten (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (game, seat, hash)
);
CREATE TABLE insider_keys (
    game TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    key BYTEA NOT NULL
);
