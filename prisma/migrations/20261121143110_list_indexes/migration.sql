-- An index for each sort of the large lists, in each direction that the other one's index cannot give:
-- null is last both ways, and ties are broken by id, upwards. Where a sort goes through another table
-- (product, discount, customer), its rows are walked in order, and below each the list's.

CREATE INDEX subscriptions_period_end_desc_idx ON subscriptions (organization_id, current_period_end DESC NULLS LAST, id);
CREATE INDEX subscriptions_amount_desc_idx ON subscriptions
  (organization_id, (CASE recurring_interval WHEN 'year' THEN amount ELSE amount * 12 END) DESC NULLS LAST, id);
CREATE INDEX subscriptions_status_idx ON subscriptions (organization_id, status, id);
CREATE INDEX subscriptions_status_desc_idx ON subscriptions (organization_id, status DESC, id);
CREATE INDEX subscriptions_product_idx ON subscriptions (organization_id, product_id, id);
CREATE INDEX subscriptions_discount_idx ON subscriptions (organization_id, discount_id, id);
CREATE INDEX customers_buyer_idx ON customers (organization_id, (lower(name) COLLATE "C"), (lower(email) COLLATE "C"));
CREATE INDEX customers_buyer_desc_idx ON customers (organization_id, (lower(name) COLLATE "C") DESC NULLS LAST, (lower(email) COLLATE "C") DESC);
CREATE INDEX customers_name_desc_idx ON customers (organization_id, (lower(name) COLLATE "C") DESC NULLS LAST, id) WHERE deleted_at IS NULL;
CREATE INDEX orders_amount_desc_idx ON orders (organization_id, amount DESC, id);
CREATE INDEX orders_subscription_desc_idx ON orders (organization_id, subscription_id DESC NULLS LAST, id);
CREATE INDEX orders_product_idx ON orders (organization_id, product_id, id);
CREATE INDEX orders_discount_idx ON orders (organization_id, discount_id, id);
CREATE INDEX license_keys_status_idx ON license_keys (organization_id, status, id);
CREATE INDEX license_keys_status_desc_idx ON license_keys (organization_id, status DESC, id);
