-- The search over all records: ids and keys by their last characters, texts by what they begin with and by the
-- three-letter parts that stand in them. Where the database does not have or allow pg_trgm, what stands inside of texts is
-- searched by reading every row of the organization.

CREATE INDEX customers_id_ending_idx ON customers (right(id::text, 8));
CREATE INDEX products_id_ending_idx ON products (right(id::text, 8));
CREATE INDEX orders_id_ending_idx ON orders (right(id::text, 8));
CREATE INDEX subscriptions_id_ending_idx ON subscriptions (right(id::text, 8));
CREATE INDEX checkouts_id_ending_idx ON checkouts (right(id::text, 8));
CREATE INDEX discounts_id_ending_idx ON discounts (right(id::text, 8));
CREATE INDEX license_keys_id_ending_idx ON license_keys (right(id::text, 8));
CREATE INDEX benefits_id_ending_idx ON benefits (right(id::text, 8));
CREATE INDEX license_keys_key_ending_idx ON license_keys (right(lower(key), 6));

-- Texts that are or begin with the query; customers, products and discounts have such indexes for their sorts.
CREATE INDEX checkouts_email_idx ON checkouts (organization_id, (lower(customer_email) COLLATE "C"), id);
CREATE INDEX checkouts_name_idx ON checkouts (organization_id, (lower(customer_name) COLLATE "C"), id);
CREATE INDEX benefits_description_idx ON benefits (organization_id, (lower(description) COLLATE "C"), id)
  WHERE deleted_at IS NULL;

DO $migration$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX products_search_idx ON products USING gin (lower(name) gin_trgm_ops);
  CREATE INDEX discounts_search_idx ON discounts USING gin (lower(name) gin_trgm_ops, lower(code) gin_trgm_ops);
  CREATE INDEX benefits_search_idx ON benefits USING gin (lower(description) gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'pg_trgm is not available (%): searches read every row of an organization', SQLERRM;
END $migration$;
