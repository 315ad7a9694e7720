-- Connections with GitHub and Discord, the accounts of customers there, and what grants do outside.

-- CreateEnum
CREATE TYPE "platform" AS ENUM ('github', 'discord');

-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('connected', 'broken');

-- CreateEnum
CREATE TYPE "effect_status" AS ENUM ('pending', 'granted', 'waiting_for_buyer', 'failed', 'ended');

-- AlterTable
ALTER TABLE "benefits" ADD COLUMN     "is_connected" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "grant_effects" (
    "grant_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "platform" "platform" NOT NULL,
    "status" "effect_status" NOT NULL,
    "target_id" TEXT,
    "access_id" UUID,
    "error_code" TEXT,
    "error_detail" TEXT,
    "error_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "grant_effects_pkey" PRIMARY KEY ("grant_id")
);

-- CreateTable
CREATE TABLE "outside_accesses" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "platform" "platform" NOT NULL,
    "target_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "before" TEXT,
    "given" TEXT,
    "invitation_id" TEXT,
    "invited_at" TIMESTAMPTZ(3),
    "has_arrived" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "outside_accesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "linked_accounts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "customer_id" UUID NOT NULL,
    "platform" "platform" NOT NULL,
    "account_id" TEXT NOT NULL,
    "account_username" TEXT NOT NULL,
    "is_proven" BOOLEAN NOT NULL,
    "sealed_tokens" TEXT,

    CONSTRAINT "linked_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_organizations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "platform" "platform" NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "avatar_url" TEXT NOT NULL,
    "is_personal" BOOLEAN NOT NULL,
    "bio" TEXT,
    "pretty_name" TEXT,
    "company" TEXT,
    "blog" TEXT,
    "location" TEXT,
    "email" TEXT,
    "twitter_username" TEXT,
    "sealed_access_token" TEXT NOT NULL,
    "client_id" TEXT,
    "sealed_client_secret" TEXT,
    "status" "connection_status" NOT NULL,
    "problem" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "limited_until" TIMESTAMPTZ(3),

    CONSTRAINT "external_organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repositories" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "external_organization_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_private" BOOLEAN NOT NULL,
    "stars" INTEGER,
    "license" TEXT,
    "homepage" TEXT,
    "profile_settings" JSONB,

    CONSTRAINT "repositories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discord_connections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "guild_id" TEXT NOT NULL,
    "guild_name" TEXT NOT NULL,
    "roles" JSONB NOT NULL,
    "sealed_bot_token" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "sealed_client_secret" TEXT NOT NULL,
    "status" "connection_status" NOT NULL,
    "problem" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "limited_until" TIMESTAMPTZ(3),

    CONSTRAINT "discord_connections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "grant_effects_organization_id_platform_next_try_at_idx" ON "grant_effects"("organization_id", "platform", "next_try_at");

-- CreateIndex
CREATE INDEX "grant_effects_next_try_at_idx" ON "grant_effects"("next_try_at");

-- CreateIndex
CREATE INDEX "grant_effects_access_id_idx" ON "grant_effects"("access_id");

-- CreateIndex
CREATE INDEX "outside_accesses_organization_id_target_id_invited_at_idx" ON "outside_accesses"("organization_id", "target_id", "invited_at");

-- CreateIndex
CREATE UNIQUE INDEX "outside_accesses_organization_id_platform_target_id_account_key" ON "outside_accesses"("organization_id", "platform", "target_id", "account_id");

-- CreateIndex
CREATE INDEX "linked_accounts_organization_id_platform_account_id_idx" ON "linked_accounts"("organization_id", "platform", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "linked_accounts_customer_id_platform_account_id_key" ON "linked_accounts"("customer_id", "platform", "account_id");

-- CreateIndex
CREATE INDEX "external_organizations_organization_id_created_at_id_idx" ON "external_organizations"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "external_organizations_newest_idx" ON "external_organizations"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "external_organizations_organization_id_platform_external_id_key" ON "external_organizations"("organization_id", "platform", "external_id");

-- CreateIndex
CREATE INDEX "repositories_organization_id_created_at_id_idx" ON "repositories"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "repositories_newest_idx" ON "repositories"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "repositories_external_organization_id_external_id_key" ON "repositories"("external_organization_id", "external_id");

-- CreateIndex
CREATE INDEX "discord_connections_organization_id_created_at_id_idx" ON "discord_connections"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "discord_connections_newest_idx" ON "discord_connections"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "discord_connections_organization_id_guild_id_key" ON "discord_connections"("organization_id", "guild_id");

-- AddForeignKey
ALTER TABLE "grant_effects" ADD CONSTRAINT "grant_effects_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "benefit_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grant_effects" ADD CONSTRAINT "grant_effects_access_id_fkey" FOREIGN KEY ("access_id") REFERENCES "outside_accesses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_external_organization_id_fkey" FOREIGN KEY ("external_organization_id") REFERENCES "external_organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A proven account serves one customer of an organization.
CREATE UNIQUE INDEX "linked_accounts_proven_key" ON "linked_accounts"("organization_id", "platform", "account_id") WHERE "is_proven";

-- What was granted before waits for a connection and for the customer's account.
INSERT INTO "grant_effects" ("grant_id", "organization_id", "platform", "status", "target_id", "next_try_at")
SELECT g."id", g."organization_id", (CASE b."type" WHEN 'discord' THEN 'discord' ELSE 'github' END)::"platform", 'pending',
  (g."properties" ->> 'guild_id') || ':' || (g."properties" ->> 'role_id'), CURRENT_TIMESTAMP
FROM "benefit_grants" g JOIN "benefits" b ON b."id" = g."benefit_id"
WHERE b."type" IN ('discord', 'github_repository') AND g."granted_at" IS NOT NULL AND g."revoked_at" IS NULL;
