-- expand: an older program writes no lines; who comes next replays its stages.
-- As SQLite's step 0009.
CREATE TABLE proof_lines (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch BIGINT NOT NULL,
    stage BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (game, epoch, stage, upto)
);
CREATE TABLE unproven (
    game TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO unproven (game) SELECT DISTINCT game FROM seeds;
