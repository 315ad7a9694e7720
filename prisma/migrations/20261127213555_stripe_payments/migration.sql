-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "keeps_method" BOOLEAN;

-- CreateTable
CREATE TABLE "payment_customers" (
    "connection_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reference" TEXT NOT NULL,

    CONSTRAINT "payment_customers_pkey" PRIMARY KEY ("connection_id","buyer_id")
);

-- CreateIndex
CREATE INDEX "payment_customers_organization_id_idx" ON "payment_customers"("organization_id");
