-- expand: an older program writes no lines; who comes next replays its stages.
-- The lines of the proof of fair dice, in the order in which the rules used the answers: what was asked, by whom and what
-- was answered, without typed text, and for dice their code, pile and seed. One row holds what one unit added to a stage;
-- ``upto`` counts the stage's lines so far. As secret as snapshots until the game is over.
CREATE TABLE proof_lines (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    upto  INTEGER NOT NULL,
    data  BLOB    NOT NULL,
    PRIMARY KEY (game, epoch, stage, upto)
) WITHOUT ROWID;

-- Games begun before, whose stages are replayed once.
CREATE TABLE unproven (game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE) WITHOUT ROWID;
INSERT INTO unproven (game) SELECT DISTINCT game FROM seeds;
