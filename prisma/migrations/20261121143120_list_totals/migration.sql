-- How many rows a list has, exact for every reader: triggers add a row for what each statement changes,
-- and the background work folds these rows into the totals. No two writers ever touch the same row.

CREATE TABLE list_deltas (
  number BIGSERIAL NOT NULL,
  organization_id UUID NOT NULL,
  list TEXT NOT NULL,
  status TEXT,
  item_id UUID,
  discount_id UUID,
  count INTEGER NOT NULL,
  CONSTRAINT list_deltas_pkey PRIMARY KEY (number)
);
CREATE INDEX list_deltas_organization_id_list_idx ON list_deltas (organization_id, list);

CREATE TABLE list_totals (
  organization_id UUID NOT NULL,
  list TEXT NOT NULL,
  dimension TEXT NOT NULL,
  value TEXT NOT NULL,
  count BIGINT NOT NULL,
  CONSTRAINT list_totals_pkey PRIMARY KEY (organization_id, list, dimension, value)
);

-- For each list: what its rows are counted by, and which rows (`r`) are in it at all.
DO $migration$
DECLARE
  l record;
BEGIN
  FOR l IN SELECT * FROM (VALUES
    ('subscriptions', 'r.status::text', 'r.product_id', 'r.discount_id', 'true'),
    ('orders', 'NULL::text', 'r.product_id', 'r.discount_id', 'true'),
    ('customers', 'NULL::text', 'NULL::uuid', 'NULL::uuid', 'r.deleted_at IS NULL'),
    ('checkouts', 'r.status::text', 'r.product_id', 'NULL::uuid', 'true'),
    ('license_keys', 'r.status::text', 'r.benefit_id', 'NULL::uuid', 'true')
  ) lists (name, status, item, discount, live)
  LOOP
    -- Rows that come and go: one statement, one row for each combination.
    EXECUTE format($f$
      CREATE FUNCTION count_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO list_deltas (organization_id, list, status, item_id, discount_id, count)
        SELECT r.organization_id, %1$L, %2$s, %3$s, %4$s,
               count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
        FROM changed r WHERE %5$s GROUP BY 1, 3, 4, 5;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER count_inserted AFTER INSERT ON %1$s
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
      CREATE TRIGGER count_deleted AFTER DELETE ON %1$s
        REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
      $f$, l.name, l.status, l.item, l.discount, l.live);
    -- Rows that move from one number to another; all other updates call nothing.
    EXECUTE format($f$
      CREATE FUNCTION recount_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO list_deltas (organization_id, list, status, item_id, discount_id, count)
        SELECT r.organization_id, %1$L, %2$s, %3$s, %4$s, -1 FROM (SELECT OLD.*) r WHERE %5$s
        UNION ALL
        SELECT r.organization_id, %1$L, %2$s, %3$s, %4$s, 1 FROM (SELECT NEW.*) r WHERE %5$s;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER count_moved AFTER UPDATE ON %1$s FOR EACH ROW
        WHEN (ROW(%6$s) IS DISTINCT FROM ROW(%7$s)) EXECUTE FUNCTION recount_%1$s();
      $f$, l.name, l.status, l.item, l.discount, l.live,
      replace(concat_ws(', ', l.status, l.item, l.discount, l.live, 'r.organization_id'), 'r.', 'OLD.'),
      replace(concat_ws(', ', l.status, l.item, l.discount, l.live, 'r.organization_id'), 'r.', 'NEW.'));
    -- What is there already; the triggers' locks keep writers out until this is committed.
    EXECUTE format($f$
      INSERT INTO list_deltas (organization_id, list, status, item_id, discount_id, count)
      SELECT r.organization_id, %1$L, %2$s, %3$s, %4$s, count(*)
      FROM %1$s r WHERE %5$s GROUP BY 1, 3, 4, 5
      $f$, l.name, l.status, l.item, l.discount, l.live);
  END LOOP;
END $migration$;
