-- CreateTable
CREATE TABLE "portal_links" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "digest" TEXT NOT NULL,
    "code_digest" TEXT,
    "wrong_codes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "portal_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "portal_links_digest_key" ON "portal_links"("digest");

-- CreateIndex
CREATE INDEX "portal_links_expires_at_idx" ON "portal_links"("expires_at");

-- CreateIndex
CREATE INDEX "portal_links_customer_id_idx" ON "portal_links"("customer_id");

-- AddForeignKey
ALTER TABLE "portal_links" ADD CONSTRAINT "portal_links_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
