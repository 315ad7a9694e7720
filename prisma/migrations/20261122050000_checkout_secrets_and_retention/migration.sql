-- Whether a checkout's maker may make customer sessions is not known of checkouts that exist: false is
-- the safe side, their confirmation answers a session of that purchase alone. Columns with a constant
-- default, or none, rewrite no table.
ALTER TABLE checkouts
  ADD COLUMN maker_may_open_sessions BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN events_purged_at TIMESTAMPTZ(3),
  ADD COLUMN purged_at TIMESTAMPTZ(3);

-- What the retention task looks for: each row leaves its index when it is done.
CREATE INDEX checkouts_events_purge_idx ON checkouts (expires_at)
  WHERE status IN ('expired', 'failed') AND events_purged_at IS NULL;
CREATE INDEX checkouts_purge_idx ON checkouts (expires_at)
  WHERE status IN ('expired', 'failed') AND purged_at IS NULL;

-- Snapshots of checkouts in events carry client secrets. Events are the largest and widest table, so they
-- are not rewritten here in one transaction: a background task redacts them in batches, from this cursor
-- (the id of the last event that it has seen) on, and removes the cursor at the end.
INSERT INTO installation (key, value)
SELECT 'event_redaction_cursor', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM events);
