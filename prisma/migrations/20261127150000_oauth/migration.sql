-- Apps that act for sellers: OAuth 2.0 clients, what sellers have granted them, and their codes, tokens and signing keys.

CREATE TABLE "oauth_clients" (
  "id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "modified_at" TIMESTAMPTZ(3),
  "user_id" UUID NOT NULL,
  "client_name" TEXT NOT NULL,
  "client_uri" TEXT,
  "logo_uri" TEXT,
  "tos_uri" TEXT,
  "policy_uri" TEXT,
  "redirect_uris" TEXT[],
  "token_endpoint_auth_method" TEXT NOT NULL,
  "grant_types" TEXT[],
  "scopes" TEXT[],
  "secret_digest" TEXT,
  "secret_hint" TEXT,
  "former_secret_digest" TEXT,
  "former_secret_until" TIMESTAMPTZ(3),
  "registration_digest" TEXT NOT NULL,
  CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "oauth_clients_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "oauth_clients_registration_digest_key" ON "oauth_clients"("registration_digest");
CREATE INDEX "oauth_clients_user_id_created_at_id_idx" ON "oauth_clients"("user_id", "created_at", "id");

-- One of an organization ends with the membership of the person who has granted it.
CREATE TABLE "oauth_grants" (
  "id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "client_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "organization_id" UUID,
  "scopes" TEXT[],
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "oauth_grants_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "memberships"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "oauth_grants_of_users_key" ON "oauth_grants"("client_id", "user_id") WHERE "organization_id" IS NULL;
CREATE UNIQUE INDEX "oauth_grants_of_organizations_key" ON "oauth_grants"("client_id", "user_id", "organization_id") WHERE "organization_id" IS NOT NULL;
CREATE INDEX "oauth_grants_user_id_idx" ON "oauth_grants"("user_id");
CREATE INDEX "oauth_grants_organization_id_user_id_idx" ON "oauth_grants"("organization_id", "user_id");

CREATE TABLE "oauth_codes" (
  "digest" TEXT NOT NULL,
  "grant_id" UUID NOT NULL,
  "scopes" TEXT[],
  "redirect_uri" TEXT NOT NULL,
  "code_challenge" TEXT,
  "nonce" TEXT,
  "auth_time" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("digest"),
  CONSTRAINT "oauth_codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "oauth_codes_grant_id_idx" ON "oauth_codes"("grant_id");
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");

CREATE TYPE "oauth_token_kind" AS ENUM ('access', 'refresh');

CREATE TABLE "oauth_tokens" (
  "id" UUID NOT NULL,
  "grant_id" UUID NOT NULL,
  "kind" "oauth_token_kind" NOT NULL,
  "digest" TEXT NOT NULL,
  "code_digest" TEXT NOT NULL,
  "scopes" TEXT[],
  "auth_time" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "sealed_answer" TEXT,
  CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "oauth_tokens_digest_key" ON "oauth_tokens"("digest");
CREATE INDEX "oauth_tokens_grant_id_idx" ON "oauth_tokens"("grant_id");
CREATE INDEX "oauth_tokens_expires_at_idx" ON "oauth_tokens"("expires_at");

-- Keys that sign ID tokens. The newest signs; one that was rotated out is published for 30 days more.
CREATE TABLE "oauth_keys" (
  "id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "public_key" JSONB NOT NULL,
  "sealed_key" TEXT NOT NULL,
  "retired_at" TIMESTAMPTZ(3),
  CONSTRAINT "oauth_keys_pkey" PRIMARY KEY ("id")
);
-- Of several nodes at their first token one makes the first key.
CREATE UNIQUE INDEX "oauth_keys_signing_key" ON "oauth_keys"((true)) WHERE "retired_at" IS NULL;

-- An app's endpoint belongs to its grant.
ALTER TABLE "webhook_endpoints" ADD COLUMN "grant_id" UUID,
  ADD CONSTRAINT "webhook_endpoints_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "webhook_endpoints_grant_id_idx" ON "webhook_endpoints"("grant_id");

-- The streams of an app check their rights when one of its tokens ends, also with the grant.
CREATE TRIGGER notify_rights AFTER DELETE ON oauth_tokens FOR EACH ROW EXECUTE FUNCTION notify_rights('grant_id');
