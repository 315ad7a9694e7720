-- Subscriptions live by themselves: what renewals, dunning, pauses and price changes need, the history of each
-- subscription, and the lines of orders. Columns without a volatile default rewrite no table.

-- CreateEnum
CREATE TYPE "cancellation_reason" AS ENUM ('customer_service', 'low_quality', 'missing_features', 'switched_service', 'too_complex', 'too_expensive', 'unused', 'other');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "lines" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "subscription_settings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "subscription_id" UUID,
ALTER COLUMN "checkout_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "canceled_at" TIMESTAMPTZ(3),
ADD COLUMN     "cancellation_comment" TEXT,
ADD COLUMN     "cancellation_reason" "cancellation_reason",
ADD COLUMN     "carried" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "credit" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "discount_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_billed_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_action_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "payment_method_details" JSONB,
ADD COLUMN     "pending_lines" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "pending_price_id" UUID,
ADD COLUMN     "period_amount" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sandbox_charges" ADD COLUMN "payment_method" TEXT;

-- CreateIndex
CREATE INDEX "sandbox_charges_payment_method_idx" ON "sandbox_charges"("payment_method");

-- CreateTable
CREATE TABLE "subscription_history" (
    "sequence" BIGINT GENERATED ALWAYS AS IDENTITY,
    "organization_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "subscription_status" NOT NULL,
    "product_id" UUID NOT NULL,
    "price_id" UUID NOT NULL,
    "amount" INTEGER,
    "recurring_interval" "recurring_interval" NOT NULL,
    "discount_id" UUID,
    "is_paused" BOOLEAN NOT NULL,

    CONSTRAINT "subscription_history_pkey" PRIMARY KEY ("sequence")
);

-- CreateIndex
CREATE INDEX "subscription_history_organization_id_changed_at_sequence_idx" ON "subscription_history"("organization_id", "changed_at", "sequence");

-- CreateIndex
CREATE INDEX "subscription_history_subscription_id_changed_at_sequence_idx" ON "subscription_history"("subscription_id", "changed_at", "sequence");

-- CreateIndex
CREATE INDEX "payment_attempts_subscription_id_created_at_idx" ON "payment_attempts"("subscription_id", "created_at");

-- CreateIndex
CREATE INDEX "subscriptions_pending_price_id_idx" ON "subscriptions"("pending_price_id");

-- CreateIndex
CREATE INDEX "subscriptions_due_idx" ON "subscriptions"("next_action_at") WHERE "next_action_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_pending_price_id_fkey" FOREIGN KEY ("pending_price_id") REFERENCES "prices"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_history" ADD CONSTRAINT "subscription_history_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A payment attempt pays for a checkout or for a subscription.
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_one_cause
  CHECK (num_nonnulls(checkout_id, subscription_id) = 1) NOT VALID;
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_one_cause;
-- One open attempt of a subscription at a time, whatever the workers do.
CREATE UNIQUE INDEX payment_attempts_open_key ON payment_attempts (subscription_id)
  WHERE subscription_id IS NOT NULL AND status IN ('pending', 'processing');

-- Existing orders: one line for what was bought and one for what the discount took off.
UPDATE orders o SET lines = CASE
  WHEN o.discount_id IS NOT NULL AND asked.amount > o.amount THEN jsonb_build_array(
    jsonb_build_object('description', asked.name, 'amount', asked.amount, 'period_start', NULL, 'period_end', NULL),
    jsonb_build_object('description', 'Discount: ' || asked.discount, 'amount', o.amount - asked.amount,
                       'period_start', NULL, 'period_end', NULL))
  ELSE jsonb_build_array(jsonb_build_object('description', asked.name, 'amount', o.amount,
                                            'period_start', NULL, 'period_end', NULL))
  END
FROM (
  SELECT o.id, p.name, d.name AS discount, coalesce(c.amount, pr.amount, o.amount) AS amount
  FROM orders o
  JOIN products p ON p.id = o.product_id
  JOIN prices pr ON pr.id = o.price_id
  LEFT JOIN discounts d ON d.id = o.discount_id
  LEFT JOIN checkouts c ON c.id = o.checkout_id
) asked
WHERE asked.id = o.id;

-- Existing subscriptions: what their orders tell.
UPDATE subscriptions s SET
  first_billed_at = billed.first_at,
  discount_used_at = billed.discounted_at,
  period_amount = coalesce(billed.last_amount, 0)
FROM (
  SELECT o.subscription_id, min(o.created_at) AS first_at,
    min(o.created_at) FILTER (WHERE o.discount_id = s.discount_id) AS discounted_at,
    (array_agg(o.amount ORDER BY o.created_at DESC, o.id DESC))[1] AS last_amount
  FROM orders o JOIN subscriptions s ON s.id = o.subscription_id
  GROUP BY o.subscription_id
) billed
WHERE billed.subscription_id = s.id;
UPDATE subscriptions SET canceled_at = ended_at WHERE status = 'canceled';

-- Overdue periods move on without a charge (docs/contract/subscriptions.md#renewals): nobody was told that they
-- would be charged for the past.
CREATE FUNCTION pg_temp.next_period_end(period_end timestamptz, every recurring_interval, anchor int)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (month + make_interval(days => least(anchor, extract(day FROM month + interval '1 month - 1 day')::int) - 1)
    + (at_utc - date_trunc('day', at_utc))) AT TIME ZONE 'UTC'
  FROM (SELECT period_end AT TIME ZONE 'UTC' AS at_utc) e,
    LATERAL (SELECT date_trunc('month', e.at_utc)
      + make_interval(months => CASE every WHEN 'year' THEN 12 ELSE 1 END) AS month) m
$$;
DO $$
BEGIN
  LOOP
    UPDATE subscriptions SET
      current_period_start = current_period_end,
      current_period_end = pg_temp.next_period_end(current_period_end, recurring_interval, anchor_day),
      status = 'active'
    WHERE status IN ('trialing', 'active') AND NOT cancel_at_period_end AND current_period_end <= now();
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
UPDATE subscriptions SET next_action_at = current_period_end WHERE status IN ('trialing', 'active');
UPDATE subscriptions SET first_failed_at = now(), next_retry_at = now() + interval '1 day',
  next_action_at = now() + interval '1 day'
WHERE status = 'past_due';

-- The statuses that may follow each other: lib/resources/subscriptions/life-cycle.ts has the same table, and a
-- test compares them.
CREATE FUNCTION check_subscription_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('incomplete', 'active'), ('incomplete', 'trialing'), ('incomplete', 'incomplete_expired'),
    ('incomplete', 'canceled'),
    ('trialing', 'active'), ('trialing', 'past_due'), ('trialing', 'canceled'),
    ('active', 'trialing'), ('active', 'past_due'), ('active', 'canceled'),
    ('past_due', 'active'), ('past_due', 'canceled'), ('past_due', 'unpaid'),
    ('unpaid', 'active'), ('unpaid', 'canceled')
  ) THEN
    RAISE EXCEPTION 'A subscription does not go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON subscriptions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_subscription_transition();

-- The history, written by the database so that no way of changing a subscription can leave it out. The time is
-- that of the change by the organization's clock.
CREATE FUNCTION write_new_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
    amount, recurring_interval, discount_id, is_paused)
  SELECT organization_id, id, coalesce(started_at, created_at), status, product_id, price_id, amount,
    recurring_interval, discount_id, paused_at IS NOT NULL
  FROM inserted;
  RETURN NULL;
END $$;
CREATE TRIGGER write_history AFTER INSERT ON subscriptions
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION write_new_subscription_history();
CREATE FUNCTION write_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
    amount, recurring_interval, discount_id, is_paused)
  VALUES (NEW.organization_id, NEW.id, coalesce(NEW.modified_at, NEW.created_at), NEW.status, NEW.product_id,
    NEW.price_id, NEW.amount, NEW.recurring_interval, NEW.discount_id, NEW.paused_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER write_changed_history AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN (ROW(OLD.status, OLD.product_id, OLD.price_id, OLD.amount, OLD.recurring_interval, OLD.discount_id,
      OLD.paused_at IS NULL)
    IS DISTINCT FROM ROW(NEW.status, NEW.product_id, NEW.price_id, NEW.amount, NEW.recurring_interval,
      NEW.discount_id, NEW.paused_at IS NULL))
  EXECUTE FUNCTION write_subscription_history();

-- What is known of the time before: how each began, and how it ended.
INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
  amount, recurring_interval, discount_id, is_paused)
SELECT organization_id, id, coalesce(started_at, created_at),
  CASE WHEN status IN ('canceled', 'unpaid') THEN 'active' ELSE status END, product_id, price_id, amount,
  recurring_interval, discount_id, false
FROM subscriptions;
INSERT INTO subscription_history (organization_id, subscription_id, changed_at, status, product_id, price_id,
  amount, recurring_interval, discount_id, is_paused)
SELECT organization_id, id, coalesce(ended_at, modified_at, created_at), status, product_id, price_id, amount,
  recurring_interval, discount_id, false
FROM subscriptions WHERE status IN ('canceled', 'unpaid');
