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
