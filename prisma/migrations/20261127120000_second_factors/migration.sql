-- Second factors of accounts, the sign-ins that wait for one, and when a session was confirmed last.

CREATE TABLE "totp_factors" (
  "user_id" UUID NOT NULL,
  "sealed_secret" TEXT NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "last_step" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "totp_factors_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "totp_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_codes" (
  "user_id" UUID NOT NULL,
  "digest" TEXT NOT NULL,
  CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "digest"),
  CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "sign_in_attempts" (
  "id" UUID NOT NULL,
  "digest" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sign_in_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "sign_in_attempts_digest_key" ON "sign_in_attempts"("digest");
CREATE INDEX "sign_in_attempts_user_id_idx" ON "sign_in_attempts"("user_id");
CREATE INDEX "sign_in_attempts_expires_at_idx" ON "sign_in_attempts"("expires_at");

-- Sessions that exist were confirmed when they were made; those of an earlier build, by the default, too.
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);
UPDATE "sessions" SET "confirmed_at" = "created_at";
ALTER TABLE "sessions" ALTER COLUMN "confirmed_at" SET DEFAULT CURRENT_TIMESTAMP, ALTER COLUMN "confirmed_at" SET NOT NULL;
