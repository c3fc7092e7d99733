-- For queries that the clock asks every few seconds, however many games there are.
CREATE INDEX games_unfinished ON games (phase, id) WHERE phase <> 'ended';
-- The later of both times; the query repeats this expression word for word.
CREATE INDEX games_by_time ON games (CASE WHEN asked_at > stirred_at THEN asked_at ELSE stirred_at END);
CREATE INDEX seats_reminded ON seats (reminded_at) WHERE reminded_at > 0;
CREATE INDEX seats_overdue ON seats (overdue_at) WHERE overdue_at > 0;
CREATE INDEX seats_called ON seats (called_at) WHERE called_at > 0;

-- For the tables of a person.
CREATE INDEX games_of_leader ON games (leader_id);
CREATE INDEX games_of_gm ON games (gm_id) WHERE gm_id > 0;
CREATE INDEX seats_of_stand_in ON seats (stand_in) WHERE stand_in > 0;
