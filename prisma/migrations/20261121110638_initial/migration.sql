-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'member');

-- CreateEnum
CREATE TYPE "token_kind" AS ENUM ('personal', 'organization');

-- CreateEnum
CREATE TYPE "price_type" AS ENUM ('one_time', 'recurring');

-- CreateEnum
CREATE TYPE "amount_type" AS ENUM ('custom', 'fixed', 'free');

-- CreateEnum
CREATE TYPE "recurring_interval" AS ENUM ('month', 'year');

-- CreateEnum
CREATE TYPE "file_service" AS ENUM ('downloadable', 'product_media', 'organization_avatar');

-- CreateEnum
CREATE TYPE "benefit_type" AS ENUM ('custom', 'ads', 'discord', 'github_repository', 'downloadables', 'license_keys');

-- CreateEnum
CREATE TYPE "custom_field_type" AS ENUM ('checkbox', 'date', 'number', 'select', 'text');

-- CreateEnum
CREATE TYPE "discount_type" AS ENUM ('fixed', 'percentage');

-- CreateEnum
CREATE TYPE "discount_duration" AS ENUM ('once', 'forever', 'repeating');

-- CreateEnum
CREATE TYPE "checkout_status" AS ENUM ('open', 'expired', 'confirmed', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('pending', 'processing', 'succeeded', 'declined');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid');

-- CreateEnum
CREATE TYPE "billing_reason" AS ENUM ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update');

-- CreateEnum
CREATE TYPE "license_key_status" AS ENUM ('granted', 'revoked', 'disabled');

-- CreateTable
CREATE TABLE "installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" UUID NOT NULL,
    "kind" "token_kind" NOT NULL,
    "user_id" UUID,
    "organization_id" UUID,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "avatar_url" TEXT,
    "bio" TEXT,
    "company" TEXT,
    "blog" TEXT,
    "location" TEXT,
    "email" TEXT,
    "social_username" TEXT,
    "pledge_minimum_amount" INTEGER NOT NULL DEFAULT 2000,
    "pledge_badge_show_amount" BOOLEAN NOT NULL DEFAULT false,
    "default_upfront_split_to_contributors" INTEGER,
    "billing_email" TEXT,
    "default_badge_custom_content" TEXT,
    "total_monthly_spending_limit" INTEGER,
    "per_user_monthly_spending_limit" INTEGER,
    "profile_settings" JSONB NOT NULL DEFAULT '{}',
    "feature_settings" JSONB NOT NULL DEFAULT '{}',
    "is_sandbox" BOOLEAN NOT NULL DEFAULT true,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_recurring" BOOLEAN NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "position" INTEGER NOT NULL,
    "type" "price_type" NOT NULL,
    "amount_type" "amount_type" NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "amount" INTEGER,
    "minimum_amount" INTEGER,
    "maximum_amount" INTEGER,
    "preset_amount" INTEGER,
    "recurring_interval" "recurring_interval",
    "trial_days" INTEGER,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "storage_version" TEXT,
    "checksum_etag" TEXT,
    "checksum_sha256_base64" TEXT,
    "checksum_sha256_hex" TEXT,
    "last_modified_at" TIMESTAMPTZ(3),
    "version" TEXT,
    "service" "file_service" NOT NULL,
    "is_uploaded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_medias" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "product_medias_pkey" PRIMARY KEY ("product_id","file_id")
);

-- CreateTable
CREATE TABLE "benefits" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "type" "benefit_type" NOT NULL,
    "description" TEXT NOT NULL,
    "selectable" BOOLEAN NOT NULL DEFAULT true,
    "deletable" BOOLEAN NOT NULL DEFAULT true,
    "properties" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "benefits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_benefits" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "product_benefits_pkey" PRIMARY KEY ("product_id","benefit_id")
);

-- CreateTable
CREATE TABLE "custom_fields" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "type" "custom_field_type" NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "custom_fields_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_custom_fields" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "custom_field_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "required" BOOLEAN NOT NULL,

    CONSTRAINT "product_custom_fields_pkey" PRIMARY KEY ("product_id","custom_field_id")
);

-- CreateTable
CREATE TABLE "discounts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "type" "discount_type" NOT NULL,
    "duration" "discount_duration" NOT NULL,
    "duration_in_months" INTEGER,
    "amount" INTEGER,
    "currency" TEXT,
    "basis_points" INTEGER,
    "name" TEXT NOT NULL,
    "code" TEXT,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "max_redemptions" INTEGER,
    "redemptions_count" INTEGER NOT NULL DEFAULT 0,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discount_products" (
    "organization_id" UUID NOT NULL,
    "discount_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "discount_products_pkey" PRIMARY KEY ("discount_id","product_id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT,
    "billing_address" JSONB,
    "tax_id" TEXT,
    "tax_id_type" TEXT,
    "metadata" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_sessions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "checkout_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "customer_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkouts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "status" "checkout_status" NOT NULL DEFAULT 'open',
    "client_secret" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "success_url" TEXT,
    "embed_origin" TEXT,
    "product_id" UUID NOT NULL,
    "price_id" UUID NOT NULL,
    "discount_id" UUID,
    "allow_discount_codes" BOOLEAN NOT NULL DEFAULT true,
    "custom_amount" INTEGER,
    "amount" INTEGER,
    "subtotal_amount" INTEGER,
    "tax_amount" INTEGER,
    "total_amount" INTEGER,
    "customer_id" UUID,
    "is_customer_linked" BOOLEAN NOT NULL DEFAULT false,
    "customer_name" TEXT,
    "customer_email" TEXT,
    "customer_ip_address" TEXT,
    "customer_billing_address" JSONB,
    "customer_tax_id" TEXT,
    "customer_tax_id_type" TEXT,
    "custom_field_data" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "customer_metadata" JSONB NOT NULL DEFAULT '{}',
    "subscription_id" UUID,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "checkout_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "status" "payment_status" NOT NULL DEFAULT 'pending',
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "update" JSONB NOT NULL,
    "discount_id" UUID,
    "payment_method" TEXT,
    "idempotency_id" UUID,
    "request_id" TEXT,
    "code" TEXT,
    "decline_code" TEXT,

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_charges" (
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "decline_code" TEXT,

    CONSTRAINT "sandbox_charges_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "status" "subscription_status" NOT NULL,
    "amount" INTEGER,
    "currency" TEXT,
    "recurring_interval" "recurring_interval" NOT NULL,
    "current_period_start" TIMESTAMPTZ(3) NOT NULL,
    "current_period_end" TIMESTAMPTZ(3),
    "anchor_day" INTEGER NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "customer_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "price_id" UUID NOT NULL,
    "discount_id" UUID,
    "checkout_id" UUID,
    "payment_method" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "custom_field_data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "amount" INTEGER NOT NULL,
    "tax_amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "billing_reason" "billing_reason" NOT NULL,
    "billing_address" JSONB,
    "customer_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "price_id" UUID NOT NULL,
    "discount_id" UUID,
    "subscription_id" UUID,
    "checkout_id" UUID,
    "attempt_id" UUID,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "custom_field_data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benefit_grants" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "granted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "customer_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "subscription_id" UUID,
    "order_id" UUID,
    "properties" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "benefit_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "customer_id" UUID NOT NULL,
    "benefit_id" UUID NOT NULL,
    "grant_id" UUID,
    "key" TEXT NOT NULL,
    "status" "license_key_status" NOT NULL DEFAULT 'granted',
    "limit_activations" INTEGER,
    "usage" INTEGER NOT NULL DEFAULT 0,
    "limit_usage" INTEGER,
    "validations" INTEGER NOT NULL DEFAULT 0,
    "last_validated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_activations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "license_key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "label" TEXT NOT NULL,
    "conditions" JSONB NOT NULL DEFAULT '{}',
    "meta" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "license_activations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_entries" (
    "id" UUID NOT NULL,
    "caller" TEXT NOT NULL,
    "key_digest" TEXT NOT NULL,
    "payload_digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "reply" TEXT,

    CONSTRAINT "idempotency_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "snapshot" JSONB NOT NULL,
    "actor" JSONB NOT NULL,
    "request_id" TEXT,
    "transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_provider_id_account_id_key" ON "accounts"("provider_id", "account_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_digest_key" ON "tokens"("digest");

-- CreateIndex
CREATE INDEX "tokens_user_id_created_at_id_idx" ON "tokens"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tokens_organization_id_created_at_id_idx" ON "tokens"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tokens_newest_idx" ON "tokens"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "products_organization_id_created_at_id_idx" ON "products"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "products_newest_idx" ON "products"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "prices_organization_id_created_at_id_idx" ON "prices"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "prices_newest_idx" ON "prices"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "prices_product_id_position_idx" ON "prices"("product_id", "position");

-- CreateIndex
CREATE INDEX "files_organization_id_created_at_id_idx" ON "files"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "files_newest_idx" ON "files"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "product_medias_organization_id_file_id_idx" ON "product_medias"("organization_id", "file_id");

-- CreateIndex
CREATE INDEX "benefits_organization_id_created_at_id_idx" ON "benefits"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "benefits_newest_idx" ON "benefits"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "product_benefits_organization_id_benefit_id_idx" ON "product_benefits"("organization_id", "benefit_id");

-- CreateIndex
CREATE INDEX "custom_fields_organization_id_created_at_id_idx" ON "custom_fields"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "custom_fields_newest_idx" ON "custom_fields"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "product_custom_fields_organization_id_custom_field_id_idx" ON "product_custom_fields"("organization_id", "custom_field_id");

-- CreateIndex
CREATE INDEX "discounts_organization_id_created_at_id_idx" ON "discounts"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "discounts_newest_idx" ON "discounts"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "discounts_organization_id_redemptions_count_id_idx" ON "discounts"("organization_id", "redemptions_count", "id");

-- CreateIndex
CREATE INDEX "discount_products_organization_id_product_id_idx" ON "discount_products"("organization_id", "product_id");

-- CreateIndex
CREATE INDEX "customers_organization_id_created_at_id_idx" ON "customers"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_newest_idx" ON "customers"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_sessions_digest_key" ON "customer_sessions"("digest");

-- CreateIndex
CREATE INDEX "customer_sessions_expires_at_idx" ON "customer_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "customer_sessions_customer_id_idx" ON "customer_sessions"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_client_secret_key" ON "checkouts"("client_secret");

-- CreateIndex
CREATE INDEX "checkouts_organization_id_created_at_id_idx" ON "checkouts"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkouts_newest_idx" ON "checkouts"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "checkouts_organization_id_expires_at_id_idx" ON "checkouts"("organization_id", "expires_at", "id");

-- CreateIndex
CREATE INDEX "checkouts_organization_id_product_id_created_at_id_idx" ON "checkouts"("organization_id", "product_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkouts_organization_id_status_created_at_id_idx" ON "checkouts"("organization_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkouts_customer_id_idx" ON "checkouts"("customer_id");

-- CreateIndex
CREATE INDEX "checkouts_discount_id_idx" ON "checkouts"("discount_id");

-- CreateIndex
CREATE INDEX "checkouts_subscription_id_idx" ON "checkouts"("subscription_id");

-- CreateIndex
CREATE INDEX "payment_attempts_organization_id_created_at_id_idx" ON "payment_attempts"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_attempts_newest_idx" ON "payment_attempts"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "payment_attempts_checkout_id_created_at_idx" ON "payment_attempts"("checkout_id", "created_at");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_started_at_id_idx" ON "subscriptions"("organization_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_started_idx" ON "subscriptions"("organization_id", "started_at" DESC NULLS LAST, "id");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_current_period_end_id_idx" ON "subscriptions"("organization_id", "current_period_end", "id");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_status_started_at_id_idx" ON "subscriptions"("organization_id", "status", "started_at" DESC NULLS LAST, "id");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_product_id_started_at_id_idx" ON "subscriptions"("organization_id", "product_id", "started_at" DESC NULLS LAST, "id");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_customer_id_started_at_id_idx" ON "subscriptions"("organization_id", "customer_id", "started_at" DESC NULLS LAST, "id");

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_discount_id_started_at_id_idx" ON "subscriptions"("organization_id", "discount_id", "started_at" DESC NULLS LAST, "id");

-- CreateIndex
CREATE INDEX "subscriptions_customer_id_idx" ON "subscriptions"("customer_id");

-- CreateIndex
CREATE INDEX "subscriptions_checkout_id_idx" ON "subscriptions"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_checkout_id_key" ON "orders"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_attempt_id_key" ON "orders"("attempt_id");

-- CreateIndex
CREATE INDEX "orders_organization_id_created_at_id_idx" ON "orders"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_newest_idx" ON "orders"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_amount_id_idx" ON "orders"("organization_id", "amount", "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_product_id_created_at_id_idx" ON "orders"("organization_id", "product_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_customer_id_created_at_id_idx" ON "orders"("organization_id", "customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_discount_id_created_at_id_idx" ON "orders"("organization_id", "discount_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_subscription_id_id_idx" ON "orders"("organization_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "orders_customer_id_idx" ON "orders"("customer_id");

-- CreateIndex
CREATE INDEX "orders_subscription_id_idx" ON "orders"("subscription_id");

-- CreateIndex
CREATE INDEX "benefit_grants_organization_id_benefit_id_created_at_id_idx" ON "benefit_grants"("organization_id", "benefit_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "benefit_grants_customer_id_idx" ON "benefit_grants"("customer_id");

-- CreateIndex
CREATE INDEX "benefit_grants_subscription_id_idx" ON "benefit_grants"("subscription_id");

-- CreateIndex
CREATE INDEX "benefit_grants_order_id_idx" ON "benefit_grants"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "license_keys_grant_id_key" ON "license_keys"("grant_id");

-- CreateIndex
CREATE INDEX "license_keys_organization_id_created_at_id_idx" ON "license_keys"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "license_keys_newest_idx" ON "license_keys"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "license_keys_organization_id_benefit_id_created_at_id_idx" ON "license_keys"("organization_id", "benefit_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "license_keys_organization_id_customer_id_created_at_id_idx" ON "license_keys"("organization_id", "customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "license_keys_organization_id_status_created_at_id_idx" ON "license_keys"("organization_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "license_keys_customer_id_idx" ON "license_keys"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "license_keys_organization_id_key_key" ON "license_keys"("organization_id", "key");

-- CreateIndex
CREATE INDEX "license_activations_license_key_id_created_at_id_idx" ON "license_activations"("license_key_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "idempotency_entries_created_at_idx" ON "idempotency_entries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_entries_caller_key_digest_key" ON "idempotency_entries"("caller", "key_digest");

-- CreateIndex
CREATE INDEX "events_organization_id_object_id_id_idx" ON "events"("organization_id", "object_id", "id");

-- CreateIndex
CREATE INDEX "events_transaction_id_id_idx" ON "events"("transaction_id", "id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_medias" ADD CONSTRAINT "product_medias_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_medias" ADD CONSTRAINT "product_medias_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_benefits" ADD CONSTRAINT "product_benefits_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_benefits" ADD CONSTRAINT "product_benefits_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_custom_fields" ADD CONSTRAINT "product_custom_fields_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_custom_fields" ADD CONSTRAINT "product_custom_fields_custom_field_id_fkey" FOREIGN KEY ("custom_field_id") REFERENCES "custom_fields"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_products" ADD CONSTRAINT "discount_products_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_products" ADD CONSTRAINT "discount_products_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benefit_grants" ADD CONSTRAINT "benefit_grants_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benefit_grants" ADD CONSTRAINT "benefit_grants_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benefit_grants" ADD CONSTRAINT "benefit_grants_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benefit_grants" ADD CONSTRAINT "benefit_grants_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_keys" ADD CONSTRAINT "license_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_keys" ADD CONSTRAINT "license_keys_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_keys" ADD CONSTRAINT "license_keys_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "benefit_grants"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_activations" ADD CONSTRAINT "license_activations_license_key_id_fkey" FOREIGN KEY ("license_key_id") REFERENCES "license_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
