-- no transaction
-- Few checkouts are embedded: their origins are looked for each minute.
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkouts_embedded_idx ON checkouts (organization_id, embed_origin)
  WHERE embed_origin IS NOT NULL AND status = 'open';
