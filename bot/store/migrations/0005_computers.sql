-- How well a computer player plays ('careful', 'easy'); '' where the seat is a person's.
ALTER TABLE seats ADD COLUMN computer TEXT NOT NULL DEFAULT '';
