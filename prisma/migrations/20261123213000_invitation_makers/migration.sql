-- An invitation ends with its maker's right to invite (docs/contract/callers.md#invitations): it refers to the maker's
-- membership, or to the organization's token that made it, and goes with them. Those made before have no maker; they
-- hold for what is left of their 7 days.
ALTER TABLE "invitations" ADD COLUMN "maker_id" UUID,
ADD COLUMN "maker_token_id" UUID;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_maker_id_fkey" FOREIGN KEY ("organization_id", "maker_id") REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_maker_token_id_fkey" FOREIGN KEY ("maker_token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
