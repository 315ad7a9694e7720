-- The checkouts of a link by their time. Partial, so that checkouts without a link are written as fast as before.
CREATE INDEX "checkouts_link_newest_idx" ON "checkouts"("organization_id", "checkout_link_id", "created_at", "id")
  WHERE "checkout_link_id" IS NOT NULL;
