-- expand: an older program neither reads nor writes these tables; what it forgets leaves no hash.
-- What people who asked to be forgotten have seen in a running game of rivals: a keyed hash of their id for each seat, 'gm'
-- for everything. Both tables lose a game's rows when the game ends.
CREATE TABLE forgotten (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (game, seat, hash)
) WITHOUT ROWID;

-- The random key of a game's hashes, made with the first of them.
CREATE TABLE insider_keys (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    key  BLOB NOT NULL
) WITHOUT ROWID;
