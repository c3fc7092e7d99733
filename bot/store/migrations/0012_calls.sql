-- expand: columns with defaults; an older program calls everybody in the channels.
-- Where a person is called: in the channel, by direct message (dm), or both; the channel of those messages (0: none), and
-- the language in which the person asked for them ('': the table's).
ALTER TABLE people ADD COLUMN place TEXT NOT NULL DEFAULT 'channel';
ALTER TABLE people ADD COLUMN dm_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT '';
