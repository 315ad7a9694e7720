-- Credit notes: documents of refunds that have succeeded, with numbers of their own.

ALTER TABLE refunds ADD COLUMN credit_note_number TEXT;

-- The tax in the first `part` of what was paid, minor units: that of the whole in the same proportion.
CREATE FUNCTION tax_within(part bigint, invoice jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT round((invoice ->> 'tax_amount')::numeric * part
    / ((invoice ->> 'amount')::numeric + (invoice ->> 'tax_amount')::numeric))::int
$$;

-- Issues the credit notes of refunds that have succeeded, in the order of that, as issue_invoices does those of orders.
-- The buyer and the product are those of the invoice; the seller is the organization as it is now. Refunds share the
-- invoice's tax in the order of their credit notes, so that those of a whole order add up to it.
CREATE FUNCTION issue_credit_notes(refund_ids uuid[]) RETURNS TABLE (refund_id uuid, issued_number text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH parts AS MATERIALIZED (
    SELECT r.id, r.amount, sum(r.amount) OVER (PARTITION BY r.order_id ORDER BY r.settled_at, r.id) + coalesce((
      SELECT sum(n.amount) FROM refunds n WHERE n.order_id = r.order_id AND n.credit_note_number IS NOT NULL), 0) AS upto
    FROM refunds r WHERE r.id = ANY(refund_ids) AND r.status = 'succeeded'
  ), refunded AS MATERIALIZED (
    SELECT r.id, r.organization_id, r.settled_at, seller.invoice_prefix,
      row_number() OVER (PARTITION BY r.organization_id ORDER BY r.settled_at, r.id)::int AS place,
      count(*) OVER (PARTITION BY r.organization_id)::int AS of_all,
      jsonb_build_object(
        'order_id', r.order_id, 'invoice_number', d.content -> 'number', 'issued_at', printed_time(r.settled_at),
        'seller', document_seller(seller), 'buyer', d.content -> 'buyer', 'product', d.content -> 'product',
        'lines', jsonb_build_array(jsonb_build_object('description', 'Refund: ' || (d.content ->> 'product'),
          'amount', r.amount - tax.amount, 'period_start', NULL, 'period_end', NULL)),
        'amount', r.amount - tax.amount, 'tax_amount', tax.amount, 'currency', r.currency) AS content
    FROM parts p
    JOIN refunds r ON r.id = p.id
    JOIN organizations seller ON seller.id = r.organization_id
    JOIN documents d ON d.id = r.order_id
    CROSS JOIN LATERAL (
      SELECT tax_within(p.upto::bigint, d.content) - tax_within((p.upto - p.amount)::bigint, d.content) AS amount
    ) tax
  ), taken AS (
    INSERT INTO document_counters AS counter (organization_id, kind, last_number)
    SELECT organization_id, 'credit_note', count(*) FROM refunded GROUP BY organization_id ORDER BY organization_id
    ON CONFLICT (organization_id, kind) DO UPDATE SET last_number = counter.last_number + excluded.last_number
    RETURNING organization_id, last_number
  ), numbered AS (
    SELECT r.*, t.last_number - r.of_all + r.place AS sequence
    FROM refunded r JOIN taken t USING (organization_id)
  ), issued AS (
    INSERT INTO documents (id, organization_id, created_at, kind, sequence, content)
    SELECT n.id, n.organization_id, n.settled_at, 'credit_note', n.sequence,
      n.content || jsonb_build_object('number', document_number(n.invoice_prefix || '-CN', n.sequence))
    FROM numbered n
    RETURNING id, content ->> 'number' AS number
  )
  UPDATE refunds r SET credit_note_number = i.number FROM issued i WHERE r.id = i.id
  RETURNING r.id, r.credit_note_number;
END $$;

-- Refunds from before.
SELECT count(*) FROM issue_credit_notes((SELECT array_agg(id) FROM refunds WHERE status = 'succeeded'));

-- Nodes of the version before settle refunds without a credit note: it is issued at their commit.
CREATE FUNCTION issue_missing_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM refunds WHERE id = NEW.id AND status = 'succeeded' AND credit_note_number IS NULL;
  IF FOUND THEN
    PERFORM issue_credit_notes(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER issue_missing_credit_note AFTER INSERT OR UPDATE OF status ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND NEW.credit_note_number IS NULL) EXECUTE FUNCTION issue_missing_credit_note();
