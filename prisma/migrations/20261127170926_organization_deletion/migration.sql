-- Owners schedule the deletion of an organization (docs/contract/organizations.md#deletion): its subscriptions are held until then.
-- `refund_step_up_amount`: refunds above it need a confirmed session.

ALTER TABLE "organizations"
  ADD COLUMN "deletion_scheduled_at" TIMESTAMPTZ(3),
  ADD COLUMN "erased_at" TIMESTAMPTZ(3),
  ADD COLUMN "refund_step_up_amount" INTEGER;

ALTER TABLE "subscriptions" ADD COLUMN "is_held" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "organizations_deletion_scheduled_at_idx" ON "organizations"("deletion_scheduled_at")
  WHERE "deletion_scheduled_at" IS NOT NULL;
