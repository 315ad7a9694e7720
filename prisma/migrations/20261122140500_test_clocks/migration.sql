-- Test clocks of sandbox organizations, and the two times of a payment attempt: since when its request has it, in
-- real time, and when the sandbox's dated outcome arrives, by the organization's clock.

-- CreateTable
CREATE TABLE "test_clocks" (
    "organization_id" UUID NOT NULL,
    "now" TIMESTAMPTZ(3) NOT NULL,
    "target" TIMESTAMPTZ(3),
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "test_clocks_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "test_clock_failures" (
    "organization_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_clock_failures_pkey" PRIMARY KEY ("organization_id","object_id")
);

-- AddForeignKey
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_clock_failures" ADD CONSTRAINT "test_clock_failures_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "test_clocks"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "expected_at" TIMESTAMPTZ(3);

-- Work in the background: leases by real time; what is due, of all organizations and of one.
DROP INDEX payment_attempts_open_idx;
CREATE INDEX payment_attempts_open_idx ON payment_attempts (claimed_at) WHERE status IN ('pending', 'processing');
CREATE INDEX payment_attempts_expected_idx ON payment_attempts (expected_at) WHERE status = 'processing';
CREATE INDEX payment_attempts_open_of_organization_idx ON payment_attempts (organization_id)
  WHERE status IN ('pending', 'processing');
CREATE INDEX subscriptions_due_of_organization_idx ON subscriptions (organization_id, next_action_at)
  WHERE next_action_at IS NOT NULL;
