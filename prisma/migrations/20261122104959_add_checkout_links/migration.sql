-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "checkout_link_id" UUID;

-- CreateTable
CREATE TABLE "checkout_links" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "client_secret" TEXT NOT NULL,
    "label" TEXT,
    "product_id" UUID NOT NULL,
    "product_price_id" UUID,
    "discount_id" UUID,
    "allow_discount_codes" BOOLEAN NOT NULL DEFAULT true,
    "success_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "checkout_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_links_client_secret_key" ON "checkout_links"("client_secret");

-- CreateIndex
CREATE INDEX "checkout_links_organization_id_created_at_id_idx" ON "checkout_links"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_links_newest_idx" ON "checkout_links"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "checkout_links_organization_id_product_id_created_at_id_idx" ON "checkout_links"("organization_id", "product_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkouts_checkout_link_id_status_idx" ON "checkouts"("checkout_link_id", "status");

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_checkout_link_id_fkey" FOREIGN KEY ("checkout_link_id") REFERENCES "checkout_links"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_product_price_id_fkey" FOREIGN KEY ("product_price_id") REFERENCES "prices"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_links" ADD CONSTRAINT "checkout_links_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
