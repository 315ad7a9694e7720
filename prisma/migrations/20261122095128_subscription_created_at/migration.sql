-- CreateIndex
CREATE INDEX "subscriptions_organization_id_created_at_id_idx" ON "subscriptions"("organization_id", "created_at", "id");
