-- Amounts become bigint (docs/decisions/money.md): an amount in IDR has up to twelve digits. Each column gets one beside it,
-- which triggers keep equal; the rows that there are follow in batches, then checks and indexes, and last the new columns
-- take the names of the old ones. Nodes read and write the old ones meanwhile.

ALTER TABLE organizations
  ADD COLUMN refund_step_up_amount_wide BIGINT;
ALTER TABLE prices
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN minimum_amount_wide BIGINT,
  ADD COLUMN maximum_amount_wide BIGINT,
  ADD COLUMN preset_amount_wide BIGINT;
ALTER TABLE discounts
  ADD COLUMN amount_wide BIGINT;
ALTER TABLE checkouts
  ADD COLUMN custom_amount_wide BIGINT,
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN subtotal_amount_wide BIGINT,
  ADD COLUMN tax_amount_wide BIGINT,
  ADD COLUMN total_amount_wide BIGINT;
ALTER TABLE payment_attempts
  ADD COLUMN amount_wide BIGINT;
ALTER TABLE sandbox_charges
  ADD COLUMN amount_wide BIGINT;
ALTER TABLE sandbox_refunds
  ADD COLUMN amount_wide BIGINT;
ALTER TABLE subscriptions
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN period_amount_wide BIGINT,
  ADD COLUMN credit_wide BIGINT,
  ADD COLUMN carried_wide BIGINT;
ALTER TABLE subscription_history
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN monthly_amount_wide BIGINT;
ALTER TABLE orders
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN tax_amount_wide BIGINT,
  ADD COLUMN refunded_amount_wide BIGINT;
ALTER TABLE refunds
  ADD COLUMN amount_wide BIGINT,
  ADD COLUMN credit_taken_wide BIGINT;

CREATE FUNCTION widen_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refund_step_up_amount_wide := NEW.refund_step_up_amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION widen_organizations();

CREATE FUNCTION widen_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  NEW.minimum_amount_wide := NEW.minimum_amount;
  NEW.maximum_amount_wide := NEW.maximum_amount;
  NEW.preset_amount_wide := NEW.preset_amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION widen_prices();

CREATE FUNCTION widen_discounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON discounts FOR EACH ROW EXECUTE FUNCTION widen_discounts();

CREATE FUNCTION widen_checkouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.custom_amount_wide := NEW.custom_amount;
  NEW.amount_wide := NEW.amount;
  NEW.subtotal_amount_wide := NEW.subtotal_amount;
  NEW.tax_amount_wide := NEW.tax_amount;
  NEW.total_amount_wide := NEW.total_amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION widen_checkouts();

CREATE FUNCTION widen_payment_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION widen_payment_attempts();

CREATE FUNCTION widen_sandbox_charges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON sandbox_charges FOR EACH ROW EXECUTE FUNCTION widen_sandbox_charges();

CREATE FUNCTION widen_sandbox_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON sandbox_refunds FOR EACH ROW EXECUTE FUNCTION widen_sandbox_refunds();

CREATE FUNCTION widen_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  NEW.period_amount_wide := NEW.period_amount;
  NEW.credit_wide := NEW.credit;
  NEW.carried_wide := NEW.carried;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION widen_subscriptions();

CREATE FUNCTION widen_subscription_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  NEW.monthly_amount_wide := NEW.monthly_amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON subscription_history FOR EACH ROW EXECUTE FUNCTION widen_subscription_history();

CREATE FUNCTION widen_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  NEW.tax_amount_wide := NEW.tax_amount;
  NEW.refunded_amount_wide := NEW.refunded_amount;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION widen_orders();

CREATE FUNCTION widen_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_wide := NEW.amount;
  NEW.credit_taken_wide := NEW.credit_taken;
  RETURN NEW;
END $$;
CREATE TRIGGER widen BEFORE INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION widen_refunds();

-- Fills the new columns of the rows that there are, so many pages at a time. Run again it does what is left. The pages that
-- are added meanwhile have rows that the triggers saw.
CREATE PROCEDURE widen_amounts(pages integer) LANGUAGE plpgsql AS $$
DECLARE
  of_table record;
  page bigint;
  last bigint;
BEGIN
  FOR of_table IN
    SELECT c.table_name AS name, string_agg(format('%I = %I', o.column_name, o.column_name), ', ') AS assignments,
      string_agg(format('%I IS DISTINCT FROM %I', c.column_name, o.column_name), ' OR ') AS differs
    FROM information_schema.columns c
    JOIN information_schema.columns o ON o.table_schema = c.table_schema AND o.table_name = c.table_name
      AND c.column_name = o.column_name || '_wide'
    WHERE c.table_schema = current_schema()
    GROUP BY c.table_name ORDER BY c.table_name
  LOOP
    page := 0;
    last := pg_relation_size(of_table.name::regclass) / current_setting('block_size')::bigint;
    WHILE page <= last LOOP
      EXECUTE format('UPDATE %I SET %s WHERE ctid >= %L AND ctid < %L AND (%s)', of_table.name, of_table.assignments,
        format('(%s,0)', page), format('(%s,0)', page + pages), of_table.differs);
      COMMIT;
      page := page + pages;
    END LOOP;
  END LOOP;
END $$;
