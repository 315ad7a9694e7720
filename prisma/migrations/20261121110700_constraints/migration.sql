-- What schema.prisma cannot say: uniqueness without regard to case or to deleted rows, checks, and
-- the indexes of sorts by an expression. Text is sorted by lower(x) COLLATE "C", then id; null last.

-- Uniqueness
CREATE UNIQUE INDEX organizations_slug_key ON organizations (lower(slug));
CREATE UNIQUE INDEX users_email_lower_key ON users (lower(email));
CREATE UNIQUE INDEX customers_email_key ON customers (organization_id, lower(email)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX discounts_code_key ON discounts (organization_id, lower(code)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX custom_fields_slug_key ON custom_fields (organization_id, lower(slug)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX benefit_grants_subscription_key ON benefit_grants (subscription_id, benefit_id, customer_id) WHERE subscription_id IS NOT NULL;
CREATE UNIQUE INDEX benefit_grants_order_key ON benefit_grants (order_id, benefit_id, customer_id) WHERE order_id IS NOT NULL;
-- A checkout waits for one payment at a time, and is paid once.
CREATE UNIQUE INDEX payment_attempts_pending_key ON payment_attempts (checkout_id) WHERE status IN ('pending', 'processing');
CREATE UNIQUE INDEX payment_attempts_succeeded_key ON payment_attempts (checkout_id) WHERE status = 'succeeded';
CREATE UNIQUE INDEX subscriptions_checkout_key ON subscriptions (checkout_id) WHERE checkout_id IS NOT NULL;

-- Checks
ALTER TABLE tokens
  ADD CONSTRAINT tokens_owner CHECK ((kind = 'personal') = (user_id IS NOT NULL) AND (kind = 'organization') = (organization_id IS NOT NULL));
ALTER TABLE organizations
  ADD CONSTRAINT organizations_slug_form CHECK (slug ~ '^[a-z0-9-]{3,}$'),
  ADD CONSTRAINT organizations_split CHECK (default_upfront_split_to_contributors BETWEEN 0 AND 100);
ALTER TABLE prices
  ADD CONSTRAINT prices_form CHECK (
    (type = 'recurring') = (recurring_interval IS NOT NULL)
    AND (amount_type = 'fixed') = (amount IS NOT NULL)
    AND (type = 'recurring' OR trial_days IS NULL)
  ),
  ADD CONSTRAINT prices_amount CHECK (amount BETWEEN 50 AND 99999999),
  ADD CONSTRAINT prices_bounds CHECK (minimum_amount <= maximum_amount);
ALTER TABLE files ADD CONSTRAINT files_size CHECK (size >= 0);
ALTER TABLE discounts
  ADD CONSTRAINT discounts_form CHECK (
    (type = 'fixed') = (amount IS NOT NULL AND currency IS NOT NULL)
    AND (type = 'percentage') = (basis_points IS NOT NULL)
    AND (duration = 'repeating') = (duration_in_months IS NOT NULL)
  ),
  ADD CONSTRAINT discounts_amount CHECK (amount >= 1),
  ADD CONSTRAINT discounts_basis_points CHECK (basis_points BETWEEN 1 AND 10000),
  ADD CONSTRAINT discounts_months CHECK (duration_in_months >= 1),
  ADD CONSTRAINT discounts_window CHECK (starts_at < ends_at),
  ADD CONSTRAINT discounts_redemptions CHECK (redemptions_count >= 0 AND redemptions_count <= max_redemptions);
ALTER TABLE checkouts
  ADD CONSTRAINT checkouts_amounts CHECK (
    amount >= 0 AND subtotal_amount BETWEEN 0 AND amount AND tax_amount >= 0
    AND total_amount = subtotal_amount + tax_amount
  ),
  ADD CONSTRAINT checkouts_custom_amount CHECK (custom_amount BETWEEN 0 AND 99999999);
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_amount CHECK (amount >= 0);
ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_anchor CHECK (anchor_day BETWEEN 1 AND 31),
  ADD CONSTRAINT subscriptions_amount CHECK (amount >= 0);
ALTER TABLE orders ADD CONSTRAINT orders_amounts CHECK (amount >= 0 AND tax_amount >= 0);
ALTER TABLE benefit_grants
  ADD CONSTRAINT benefit_grants_source CHECK ((subscription_id IS NULL) <> (order_id IS NULL));
ALTER TABLE license_keys
  ADD CONSTRAINT license_keys_counts CHECK (usage >= 0 AND validations >= 0 AND limit_activations >= 1 AND limit_usage >= 1);

-- Sorts
CREATE INDEX organizations_name_idx ON organizations ((lower(name) COLLATE "C"), id);
CREATE INDEX products_name_idx ON products (organization_id, (lower(name) COLLATE "C"), id);
CREATE INDEX discounts_name_idx ON discounts (organization_id, (lower(name) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX discounts_code_idx ON discounts (organization_id, (lower(code) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX custom_fields_slug_idx ON custom_fields (organization_id, (lower(slug) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX custom_fields_name_idx ON custom_fields (organization_id, (lower(name) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX customers_name_idx ON customers (organization_id, (lower(name) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX customers_email_idx ON customers (organization_id, (lower(email) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX subscriptions_amount_idx ON subscriptions
  (organization_id, (CASE recurring_interval WHEN 'year' THEN amount ELSE amount * 12 END), id);

-- Work in the background
CREATE INDEX checkouts_open_idx ON checkouts (organization_id, expires_at) WHERE status = 'open';
CREATE INDEX checkouts_open_expiry_idx ON checkouts (expires_at) WHERE status = 'open';
CREATE INDEX payment_attempts_open_idx ON payment_attempts (created_at) WHERE status IN ('pending', 'processing');
