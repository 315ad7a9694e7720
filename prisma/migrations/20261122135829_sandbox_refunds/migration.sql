-- AlterTable
ALTER TABLE "sandbox_charges" ADD COLUMN     "method" TEXT;

-- CreateTable
CREATE TABLE "sandbox_refunds" (
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "charge_key" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,

    CONSTRAINT "sandbox_refunds_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateIndex
CREATE INDEX "sandbox_refunds_charge_key_idx" ON "sandbox_refunds"("charge_key");
