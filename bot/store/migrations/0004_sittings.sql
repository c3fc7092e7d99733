-- A message tells the stories of a whole sitting: they are found by it. ``lead``: whose answer led to a story, and
-- which, in words.
ALTER TABLE outbox ADD COLUMN lead TEXT NOT NULL DEFAULT '';
CREATE INDEX outbox_by_message ON outbox (message_id) WHERE message_id IS NOT NULL;

-- When somebody was last called to a question that another had been sitting at (seconds), and when a person wants to be
-- pinged at all.
ALTER TABLE seats ADD COLUMN called_at REAL NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN pings TEXT NOT NULL DEFAULT 'needed';
