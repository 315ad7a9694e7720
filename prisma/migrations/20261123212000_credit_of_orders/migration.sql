-- Whose money a subscription holds, where its proration counts from, and what a refund has taken off the credit. The
-- next migration fills them for what there is.

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "funds" JSONB NOT NULL DEFAULT '{"period": [], "waiting": [], "credit": []}',
ADD COLUMN     "prorated_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "credit_taken" INTEGER NOT NULL DEFAULT 0;
