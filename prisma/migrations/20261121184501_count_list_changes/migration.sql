-- The triggers of a list can be made alone, where the totals of the rows that are there are known without
-- counting. Some databases have these functions already: an edit of the migration before brought them.

CREATE OR REPLACE FUNCTION count_list_changes(name text, status text, item text, discount text, live text)
RETURNS void LANGUAGE plpgsql AS $function$
BEGIN
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
    $f$, name, status, item, discount, live);
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
    $f$, name, status, item, discount, live,
    replace(concat_ws(', ', status, item, discount, live, 'r.organization_id'), 'r.', 'OLD.'),
    replace(concat_ws(', ', status, item, discount, live, 'r.organization_id'), 'r.', 'NEW.'));
END $function$;

CREATE OR REPLACE FUNCTION count_list(name text, status text, item text, discount text, live text)
RETURNS void LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM count_list_changes(name, status, item, discount, live);
  -- What is there already; the triggers' locks keep writers out until this is committed.
  EXECUTE format($f$
    INSERT INTO list_deltas (organization_id, list, status, item_id, discount_id, count)
    SELECT r.organization_id, %1$L, %2$s, %3$s, %4$s, count(*)
    FROM %1$s r WHERE %5$s GROUP BY 1, 3, 4, 5
    $f$, name, status, item, discount, live);
END $function$;
