-- DropIndex
-- mails_newest_idx serves the same lists.
DROP INDEX "mails_organization_id_created_at_id_idx";
