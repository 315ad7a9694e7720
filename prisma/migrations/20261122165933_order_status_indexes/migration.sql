-- Indexes of orders by the new columns, and the check of the orders from before. Orders can be read meanwhile, and
-- written while they are checked.

ALTER TABLE orders VALIDATE CONSTRAINT orders_refunded;

-- CreateIndex
CREATE INDEX "orders_organization_id_status_created_at_id_idx" ON "orders"("organization_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_organization_id_billing_reason_created_at_id_idx" ON "orders"("organization_id", "billing_reason", "created_at", "id");
