-- Sealed seeds in turn: the newest (highest ``nth``) throws, those before it did until somebody may have come to know them.
CREATE TABLE seals (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    nth  INTEGER NOT NULL,
    seed BLOB    NOT NULL,
    PRIMARY KEY (game, nth)
) WITHOUT ROWID;
INSERT INTO seals (game, nth, seed) SELECT game, 0, seed FROM seeds;
DROP TABLE seeds;
ALTER TABLE seals RENAME TO seeds;
CREATE INDEX seeds_by_seed ON seeds (seed);

-- ``seal``: which seed was in force when a die fell or a piece was drawn; 0 for what people answered.
ALTER TABLE answers ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;

-- Who has come to see what a seat hides, since the game began: who sat there or stood in; ``gm``: who saw everything as
-- the game master. Where people play against each other, nobody gets to see more than one.
CREATE TABLE insiders (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    TEXT    NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (game, seat, user_id)
) WITHOUT ROWID;
CREATE INDEX insiders_of_user ON insiders (user_id);
INSERT OR IGNORE INTO insiders (game, seat, user_id) SELECT game, seat, user_id FROM sitters WHERE user_id > 0;
INSERT OR IGNORE INTO insiders (game, seat, user_id)
    SELECT s.game, s.seat, s.user_id FROM seats s JOIN games g ON g.id = s.game
    WHERE g.phase <> 'lobby' AND s.user_id > 0;
INSERT OR IGNORE INTO insiders (game, seat, user_id)
    SELECT s.game, s.seat, s.stand_in FROM seats s JOIN games g ON g.id = s.game
    WHERE g.phase <> 'lobby' AND s.stand_in > 0;
INSERT OR IGNORE INTO insiders (game, seat, user_id)
    SELECT id, 'gm', gm_id FROM games WHERE phase <> 'lobby' AND gm_id > 0;
