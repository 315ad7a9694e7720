-- Refunds, and what they make of their orders. The new columns have constant defaults: no order has been refunded yet.
-- Nothing here reads the orders, so that their lock is short; the next migration indexes and checks them.

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('paid', 'partially_refunded', 'refunded');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "refund_reason" AS ENUM ('customer_request', 'duplicate', 'fraudulent', 'service_disruption', 'other');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "benefits_revoked_at" TIMESTAMPTZ(3),
ADD COLUMN     "refunded_amount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "status" "order_status" NOT NULL DEFAULT 'paid';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "benefits_revoked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" "refund_status" NOT NULL DEFAULT 'pending',
    "is_accepted" BOOLEAN NOT NULL DEFAULT false,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" "refund_reason" NOT NULL,
    "comment" TEXT,
    "revoke_benefits" BOOLEAN NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "order_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "subscription_id" UUID,
    "idempotency_id" UUID,
    "request_id" TEXT,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refunds_organization_id_created_at_id_idx" ON "refunds"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_newest_idx" ON "refunds"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_amount_id_idx" ON "refunds"("organization_id", "amount", "id");

-- CreateIndex
CREATE INDEX "refunds_amount_desc_idx" ON "refunds"("organization_id", "amount" DESC, "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_customer_id_created_at_id_idx" ON "refunds"("organization_id", "customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_order_id_created_at_id_idx" ON "refunds"("organization_id", "order_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_subscription_id_created_at_id_idx" ON "refunds"("organization_id", "subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_status_created_at_id_idx" ON "refunds"("organization_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_organization_id_reason_created_at_id_idx" ON "refunds"("organization_id", "reason", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_order_id_idx" ON "refunds"("order_id");

-- CreateIndex
CREATE INDEX "refunds_customer_id_idx" ON "refunds"("customer_id");

-- CreateIndex
CREATE INDEX "refunds_subscription_id_idx" ON "refunds"("subscription_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE refunds ADD CONSTRAINT refunds_amount CHECK (amount > 0);
ALTER TABLE refunds ADD CONSTRAINT refunds_settled CHECK ((status = 'pending') = (settled_at IS NULL));
ALTER TABLE orders ADD CONSTRAINT orders_refunded CHECK (
  refunded_amount BETWEEN 0 AND amount + tax_amount
  AND status = CASE WHEN refunded_amount = 0 THEN 'paid'
                    WHEN refunded_amount < amount + tax_amount THEN 'partially_refunded'
                    ELSE 'refunded' END::order_status
) NOT VALID;

-- Background work: refunds without an outcome.
CREATE INDEX refunds_open_idx ON refunds (claimed_at) WHERE status = 'pending';

-- Stored totals of refunds, and of orders by their status as well: all that there are are paid. The locks keep
-- writers of orders out, and the background work that folds the totals.
SELECT count_list('refunds', 'r.status::text', 'NULL::uuid', 'NULL::uuid', 'true');
DROP TRIGGER count_inserted ON orders;
DROP TRIGGER count_deleted ON orders;
DROP TRIGGER count_moved ON orders;
DROP FUNCTION count_orders();
DROP FUNCTION recount_orders();
SELECT count_list_changes('orders', 'r.status::text', 'r.product_id', 'r.discount_id', 'true');
LOCK TABLE list_totals, list_deltas IN SHARE ROW EXCLUSIVE MODE;
UPDATE list_deltas SET status = 'paid' WHERE list = 'orders';
INSERT INTO list_totals (organization_id, list, dimension, value, count)
SELECT organization_id, list, 'status', 'paid', count FROM list_totals WHERE list = 'orders' AND dimension = 'all';
