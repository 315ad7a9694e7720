-- Names and labels that were stored with white space around them lose it, as requests do (the white space of JavaScript's
-- trim). Nothing is unique by them, and the least lengths never counted it. What was frozen, such as invoices and
-- events, stays as it was.
DO $$
DECLARE
  blanks constant text := E'\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  named record;
BEGIN
  FOR named IN
    SELECT * FROM (VALUES
      ('users', 'name'),
      ('tokens', 'name'),
      ('organizations', 'name'),
      ('saved_views', 'name'),
      ('products', 'name'),
      ('files', 'name'),
      ('benefits', 'description'),
      ('custom_fields', 'name'),
      ('discounts', 'name'),
      ('customers', 'name'),
      ('checkout_links', 'label'),
      ('license_activations', 'label')
    ) AS t (in_table, in_column)
  LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = btrim(%2$I, $1) WHERE %2$I <> btrim(%2$I, $1)', named.in_table, named.in_column)
      USING blanks;
  END LOOP;
END
$$;
