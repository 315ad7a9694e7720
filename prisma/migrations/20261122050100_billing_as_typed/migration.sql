-- What a buyer typed belongs to the sale, no longer to the customer alone. Columns without a default
-- rewrite no table.
ALTER TABLE orders
  ADD COLUMN billing_name TEXT,
  ADD COLUMN billing_tax_id TEXT;
ALTER TABLE subscriptions
  ADD COLUMN billing_name TEXT,
  ADD COLUMN billing_address JSONB,
  ADD COLUMN billing_tax_id TEXT;

-- Existing sales: from their checkout, which is what invoices have printed so far; without one, from the
-- customer. No index has these columns, and only rows that get a value are written; row locks keep nobody
-- from reading. On a million orders this takes a minute or two, once.
UPDATE orders o SET billing_name = c.customer_name, billing_tax_id = c.customer_tax_id
FROM checkouts c
WHERE c.id = o.checkout_id AND (c.customer_name IS NOT NULL OR c.customer_tax_id IS NOT NULL);
UPDATE orders o SET billing_name = c.name, billing_tax_id = c.tax_id,
  billing_address = coalesce(o.billing_address, c.billing_address)
FROM customers c
WHERE c.id = o.customer_id AND o.checkout_id IS NULL
  AND (c.name IS NOT NULL OR c.tax_id IS NOT NULL OR c.billing_address IS NOT NULL);
UPDATE subscriptions s SET billing_name = c.customer_name, billing_tax_id = c.customer_tax_id,
  billing_address = c.customer_billing_address
FROM checkouts c
WHERE c.id = s.checkout_id
  AND (c.customer_name IS NOT NULL OR c.customer_tax_id IS NOT NULL OR c.customer_billing_address IS NOT NULL);
UPDATE subscriptions s SET billing_name = c.name, billing_tax_id = c.tax_id, billing_address = c.billing_address
FROM customers c
WHERE c.id = s.customer_id AND s.checkout_id IS NULL
  AND (c.name IS NOT NULL OR c.tax_id IS NOT NULL OR c.billing_address IS NOT NULL);
