-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'kept', 'failed');

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "kind" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "recipient" TEXT NOT NULL,
    "recipient_name" TEXT,
    "subject" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "secrets" TEXT,
    "html" TEXT,
    "text" TEXT,
    "message_id" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "response" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "customer_id" UUID,
    "order_id" UUID,
    "subscription_id" UUID,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_suppressions" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "email" TEXT NOT NULL,
    "response" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails"("message_id");

-- CreateIndex
CREATE INDEX "mails_organization_id_created_at_id_idx" ON "mails"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "mails_newest_idx" ON "mails"("organization_id", "created_at" DESC, "id");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_suppressions" ADD CONSTRAINT "mail_suppressions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
-- An address once, for the installation as well.
CREATE UNIQUE INDEX "mail_suppressions_key" ON "mail_suppressions"((coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid)), "email");

-- CreateIndex
-- The mails of the installation's own, newest first.
CREATE INDEX "mails_installation_newest_idx" ON "mails"("created_at" DESC) WHERE "organization_id" IS NULL;
