-- CreateEnum
CREATE TYPE "payment_mode" AS ENUM ('test', 'live');

-- CreateEnum
CREATE TYPE "payment_connection_status" AS ENUM ('ok', 'failing', 'closed');

-- CreateEnum
CREATE TYPE "payment_webhook_status" AS ENUM ('created', 'manual', 'none');

-- CreateTable
CREATE TABLE "payment_connections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "processor" TEXT NOT NULL DEFAULT 'stripe',
    "mode" "payment_mode" NOT NULL,
    "status" "payment_connection_status" NOT NULL DEFAULT 'ok',
    "problem" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" TEXT NOT NULL,
    "country" TEXT,
    "default_currency" TEXT,
    "charges_enabled" BOOLEAN NOT NULL,
    "publishable_key" TEXT NOT NULL,
    "sealed_secret_key" TEXT NOT NULL,
    "webhook_status" "payment_webhook_status" NOT NULL,
    "webhook_endpoint_id" TEXT,
    "sealed_webhook_secret" TEXT,
    "last_event_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_connections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_connections_organization_id_created_at_id_idx" ON "payment_connections"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_connections_newest_idx" ON "payment_connections"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "payment_connections_status_checked_at_idx" ON "payment_connections"("status", "checked_at");

-- One takes an organization's payments.
CREATE UNIQUE INDEX "payment_connections_active_key" ON "payment_connections"("organization_id") WHERE "status" <> 'closed';
