-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "is_trial_used" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "trials" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "email_digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checkout_id" UUID,
    "customer_id" UUID,

    CONSTRAINT "trials_pkey" PRIMARY KEY ("product_id","email_digest")
);

-- CreateIndex
CREATE INDEX "trials_customer_id_idx" ON "trials"("customer_id");

-- CreateIndex
CREATE INDEX "trials_checkout_id_idx" ON "trials"("checkout_id");

-- AddForeignKey
ALTER TABLE "trials" ADD CONSTRAINT "trials_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trials" ADD CONSTRAINT "trials_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;
