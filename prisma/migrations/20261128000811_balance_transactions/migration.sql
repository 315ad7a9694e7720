-- CreateTable
CREATE TABLE "balance_transactions" (
    "organization_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "attempt_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "net" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "balance_transactions_pkey" PRIMARY KEY ("organization_id","reference")
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_transactions_attempt_id_key" ON "balance_transactions"("attempt_id");

-- CreateIndex
CREATE INDEX "balance_transactions_organization_id_at_idx" ON "balance_transactions"("organization_id", "at");

-- CreateIndex
CREATE INDEX "balance_transactions_order_id_idx" ON "balance_transactions"("order_id");

-- AddForeignKey
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Fees and what is left of them count in the currency of the balance, on the day of their payment or refund
-- (docs/contract/metrics.md#fees). The table is new, so that the sums by day lack nothing of it.
CREATE OR REPLACE VIEW order_metric_entries AS
SELECT o.id AS order_id, o.organization_id, o.customer_id, o.created_at AS at, o.product_id,
  o.billing_reason::text AS kind, 1 AS count, o.amount, o.currency
FROM orders o
UNION ALL
SELECT r.order_id, r.organization_id, r.customer_id, r.settled_at, o.product_id, 'refund', 1, r.amount, r.currency
FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status = 'succeeded'
UNION ALL
SELECT b.order_id, b.organization_id, o.customer_id, b.at, o.product_id, e.kind, 1, e.amount, b.currency
FROM balance_transactions b JOIN orders o ON o.id = b.order_id
CROSS JOIN LATERAL (VALUES ('fee', b.fee), ('net', b.net)) e (kind, amount);

-- Entries are added and removed, never changed. Those that go with their order are in its differences.
CREATE FUNCTION measure_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_deltas (organization_id, at, product_id, kind, count, amount, currency)
  SELECT b.organization_id, b.at, o.product_id, e.kind, b.sign, b.sign * e.amount, b.currency
  FROM (
    SELECT -1 AS sign, OLD.organization_id, OLD.order_id, OLD.at, OLD.fee, OLD.net, OLD.currency WHERE TG_OP = 'DELETE'
    UNION ALL
    SELECT 1, NEW.organization_id, NEW.order_id, NEW.at, NEW.fee, NEW.net, NEW.currency WHERE TG_OP = 'INSERT'
  ) b JOIN orders o ON o.id = b.order_id
  CROSS JOIN LATERAL (VALUES ('fee', b.fee), ('net', b.net)) e (kind, amount);
  RETURN NULL;
END $$;
CREATE TRIGGER measure AFTER INSERT OR DELETE ON balance_transactions FOR EACH ROW EXECUTE FUNCTION measure_balance();
