-- The link of an invitation's mail, which nobody else is shown: whoever has it has proved the address.

ALTER TABLE "invitations" ADD COLUMN "mailed_digest" TEXT;
CREATE UNIQUE INDEX "invitations_mailed_digest_key" ON "invitations"("mailed_digest");
