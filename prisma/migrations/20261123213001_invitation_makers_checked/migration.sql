ALTER TABLE "invitations" VALIDATE CONSTRAINT "invitations_organization_id_maker_id_fkey";
ALTER TABLE "invitations" VALIDATE CONSTRAINT "invitations_maker_token_id_fkey";

CREATE INDEX "invitations_maker_token_id_idx" ON "invitations"("maker_token_id");
