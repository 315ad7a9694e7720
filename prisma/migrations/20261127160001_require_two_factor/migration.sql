-- Organizations may require a second factor of their members. Streams of a member without one end at once.

ALTER TABLE "organizations" ADD COLUMN "require_two_factor" BOOLEAN NOT NULL DEFAULT false;

CREATE TRIGGER notify_rights AFTER DELETE ON totp_factors FOR EACH ROW EXECUTE FUNCTION notify_rights('user_id');
CREATE TRIGGER notify_rights AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION notify_rights('user_id');

CREATE FUNCTION notify_rights_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', m.user_id::text) FROM memberships m WHERE m.organization_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER notify_rights AFTER UPDATE OF require_two_factor ON organizations FOR EACH ROW
  WHEN (NEW.require_two_factor AND NOT OLD.require_two_factor) EXECUTE FUNCTION notify_rights_of_members();
