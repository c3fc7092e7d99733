-- contract: an older program cannot unpack a snapshot, and misses the archived games.
-- As SQLite's step 0006.
ALTER TABLE snapshots ADD COLUMN base BIGINT;
CREATE TABLE annals (
    game TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    data BYTEA NOT NULL
);
