-- What holds of the old columns holds of the new ones, for what is written from now on.
ALTER TABLE prices
  ADD CONSTRAINT prices_form_wide CHECK (
    (type = 'recurring') = (recurring_interval IS NOT NULL)
    AND (amount_type = 'fixed') = (amount_wide IS NOT NULL)
    AND (type = 'recurring' OR trial_days IS NULL)
  ) NOT VALID,
  ADD CONSTRAINT prices_amount_wide CHECK (amount_wide BETWEEN 1 AND 999999999999) NOT VALID,
  ADD CONSTRAINT prices_bounds_wide CHECK (minimum_amount_wide <= maximum_amount_wide) NOT VALID;
ALTER TABLE discounts
  ADD CONSTRAINT discounts_form_wide CHECK (
    (type = 'fixed') = (amount_wide IS NOT NULL AND currency IS NOT NULL)
    AND (type = 'percentage') = (basis_points IS NOT NULL)
    AND (duration = 'repeating') = (duration_in_months IS NOT NULL)
  ) NOT VALID,
  ADD CONSTRAINT discounts_amount_wide CHECK (amount_wide >= 1) NOT VALID;
ALTER TABLE checkouts
  ADD CONSTRAINT checkouts_amounts_wide CHECK (
    amount_wide >= 0 AND subtotal_amount_wide BETWEEN 0 AND amount_wide AND tax_amount_wide >= 0
    AND total_amount_wide = subtotal_amount_wide + tax_amount_wide
  ) NOT VALID,
  ADD CONSTRAINT checkouts_custom_amount_wide CHECK (custom_amount_wide BETWEEN 0 AND 999999999999) NOT VALID;
ALTER TABLE payment_attempts
  ADD CONSTRAINT payment_attempts_amount_wide CHECK (amount_wide >= 0) NOT VALID,
  ADD CONSTRAINT payment_attempts_wide_given CHECK (amount_wide IS NOT NULL) NOT VALID;
ALTER TABLE sandbox_charges
  ADD CONSTRAINT sandbox_charges_wide_given CHECK (amount_wide IS NOT NULL) NOT VALID;
ALTER TABLE sandbox_refunds
  ADD CONSTRAINT sandbox_refunds_wide_given CHECK (amount_wide IS NOT NULL) NOT VALID;
ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_amount_wide CHECK (amount_wide >= 0) NOT VALID,
  ADD CONSTRAINT subscriptions_wide_given CHECK (period_amount_wide IS NOT NULL AND credit_wide IS NOT NULL AND carried_wide IS NOT NULL) NOT VALID;
ALTER TABLE subscription_history
  ADD CONSTRAINT subscription_history_wide_given CHECK (monthly_amount_wide IS NOT NULL) NOT VALID;
ALTER TABLE orders
  ADD CONSTRAINT orders_amounts_wide CHECK (amount_wide >= 0 AND tax_amount_wide >= 0) NOT VALID,
  ADD CONSTRAINT orders_refunded_wide CHECK (
    refunded_amount_wide BETWEEN 0 AND amount_wide + tax_amount_wide
    AND status = CASE WHEN refunded_amount_wide = 0 THEN 'paid'
                      WHEN refunded_amount_wide < amount_wide + tax_amount_wide THEN 'partially_refunded'
                      ELSE 'refunded' END::order_status
  ) NOT VALID,
  ADD CONSTRAINT orders_wide_given CHECK (amount_wide IS NOT NULL AND tax_amount_wide IS NOT NULL AND refunded_amount_wide IS NOT NULL) NOT VALID;
ALTER TABLE refunds
  ADD CONSTRAINT refunds_amount_wide CHECK (amount_wide > 0) NOT VALID,
  ADD CONSTRAINT refunds_wide_given CHECK (amount_wide IS NOT NULL AND credit_taken_wide IS NOT NULL) NOT VALID;
