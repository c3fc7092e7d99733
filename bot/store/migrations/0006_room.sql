-- A snapshot of a stage that is long over is packed: what it shares with an earlier one of its epoch, the stage
-- ``base``, is not written again. Where ``base`` is its own stage it is packed by itself; NULL: it is as it was made.
ALTER TABLE snapshots ADD COLUMN base INTEGER;

-- A game that ended long ago: the stages and stories of the line that led to its end, in one piece. All that its
-- chronicle and its proof need is in there; what was taken back, drafts, notes and who pressed are gone.
CREATE TABLE annals (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    data BLOB NOT NULL
);
