-- The Discord username of whoever has a seat: it tells two people of one display name apart. '' where it is not known.
ALTER TABLE seats ADD COLUMN username TEXT NOT NULL DEFAULT '';
