-- expand: columns with defaults; an older program calls everybody in the channels.
-- As SQLite's step 0012.
ALTER TABLE people ADD COLUMN place TEXT COLLATE "C" NOT NULL DEFAULT 'channel';
ALTER TABLE people ADD COLUMN dm_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN locale TEXT COLLATE "C" NOT NULL DEFAULT '';
