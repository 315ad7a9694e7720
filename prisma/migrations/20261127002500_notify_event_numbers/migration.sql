-- Streams hear of new numbers, once a batch (docs/contract/events.md#stream): the numberer alone notifies, in its own
-- transaction. Otherwise the function is as before.
CREATE OR REPLACE FUNCTION number_events(organization uuid, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  last integer;
  given integer;
BEGIN
  INSERT INTO event_counters (organization_id, last_number) VALUES (organization, 0) ON CONFLICT DO NOTHING;
  SELECT last_number INTO last FROM event_counters WHERE organization_id = organization FOR UPDATE;
  WITH waiting AS (
    SELECT w.id, row_number() OVER (ORDER BY w.sequence) AS place
    FROM (
      SELECT id, sequence FROM events WHERE organization_id = organization AND number IS NULL
      ORDER BY sequence LIMIT most
    ) w
  ), numbered AS (
    UPDATE events e SET number = last + w.place FROM waiting w WHERE e.id = w.id RETURNING e.id
  )
  SELECT count(*) INTO given FROM numbered;
  IF given > 0 THEN
    UPDATE event_counters SET last_number = last + given WHERE organization_id = organization;
    PERFORM pg_notify('event_numbers', organization::text);
  END IF;
  RETURN given;
END $$;

-- Whatever ends a token, a session or a membership, or changes a role: streams of its holder check their rights at once.
CREATE FUNCTION notify_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', (to_jsonb(OLD) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;

CREATE TRIGGER notify_rights AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION notify_rights('id');
CREATE TRIGGER notify_rights AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_rights('id');
CREATE TRIGGER notify_rights AFTER DELETE OR UPDATE OF role ON memberships FOR EACH ROW
  EXECUTE FUNCTION notify_rights('user_id');
