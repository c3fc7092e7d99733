-- expand: a column with a default.
-- As SQLite's step 0007.
ALTER TABLE seats ADD COLUMN username TEXT COLLATE "C" NOT NULL DEFAULT '';
