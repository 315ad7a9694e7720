-- CreateIndex
CREATE INDEX "mails_customer_id_idx" ON "mails"("customer_id", "created_at" DESC) WHERE "customer_id" IS NOT NULL;
CREATE INDEX "mails_order_id_idx" ON "mails"("order_id", "created_at" DESC) WHERE "order_id" IS NOT NULL;
CREATE INDEX "mails_subscription_id_idx" ON "mails"("subscription_id", "created_at" DESC) WHERE "subscription_id" IS NOT NULL;

-- CreateIndex
-- What is still to be erased, oldest first.
CREATE INDEX "mails_to_erase_idx" ON "mails"("created_at") WHERE "data" <> '{}';

-- Mails about accounts keep no looks: no page shows them.
UPDATE "mails" SET "html" = NULL, "text" = NULL WHERE "organization_id" IS NULL AND "html" IS NOT NULL;
