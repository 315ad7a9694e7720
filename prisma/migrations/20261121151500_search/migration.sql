-- Search for a part of a text, by the three-letter parts that stand in it. Where the database does not
-- have or allow pg_trgm, searches read every row of the organization.

DO $migration$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX customers_search_idx ON customers USING gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);
  CREATE INDEX checkouts_search_idx ON checkouts USING gin (lower(customer_name) gin_trgm_ops, lower(customer_email) gin_trgm_ops);
  CREATE INDEX license_keys_search_idx ON license_keys USING gin (lower(key) gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'pg_trgm is not available (%): searches read every row of an organization', SQLERRM;
END $migration$;
