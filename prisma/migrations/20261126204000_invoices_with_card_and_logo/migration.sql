-- Invoices print the card that was charged, and documents the seller's logo, frozen as the rest of them. Documents from
-- before keep what they have.

-- The seller as documents name it.
CREATE OR REPLACE FUNCTION document_seller(seller organizations) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', seller.name, 'legal_name', coalesce(seller.legal_name, seller.company),
    'legal_address', seller.legal_address, 'tax_id', seller.tax_id, 'email', seller.email, 'avatar_url', seller.avatar_url,
    'timezone', seller.timezone, 'is_sandbox', seller.is_sandbox)
$$;

-- Writes the invoices of orders, in the order of their time: freezes what they print, and gives each organization's the
-- numbers that follow `after`, an object of the last number by organization id, where a missing one is 0.
CREATE OR REPLACE FUNCTION write_invoices(order_ids uuid[], after jsonb) RETURNS TABLE (order_id uuid, issued_number text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH numbered AS MATERIALIZED (
    SELECT o.id, o.organization_id, o.created_at, seller.invoice_prefix,
      coalesce((after ->> o.organization_id::text)::int, 0)
        + row_number() OVER (PARTITION BY o.organization_id ORDER BY o.created_at, o.id)::int AS sequence,
      jsonb_build_object(
        'order_id', o.id, 'invoice_number', NULL, 'issued_at', printed_time(o.created_at), 'seller', document_seller(seller),
        'buyer', jsonb_build_object('name', o.billing_name, 'email', coalesce(c.customer_email, b.email),
          'address', nullif(o.billing_address, 'null'), 'tax_id', o.billing_tax_id),
        'payment_method', nullif(paid.payment_method_details, 'null'),
        'product', p.name,
        'lines', CASE WHEN o.lines <> '[]' THEN o.lines ELSE jsonb_build_array(jsonb_build_object(
          'description', p.name, 'amount', o.amount, 'period_start', NULL, 'period_end', NULL)) END,
        'amount', o.amount, 'tax_amount', o.tax_amount, 'currency', o.currency) AS content
    FROM orders o
    JOIN organizations seller ON seller.id = o.organization_id
    JOIN products p ON p.id = o.product_id
    JOIN customers b ON b.id = o.customer_id
    LEFT JOIN checkouts c ON c.id = o.checkout_id
    LEFT JOIN payment_attempts paid ON paid.id = o.attempt_id
    WHERE o.id = ANY(order_ids)
  ), issued AS (
    INSERT INTO documents (id, organization_id, created_at, kind, sequence, content)
    SELECT n.id, n.organization_id, n.created_at, 'invoice', n.sequence,
      n.content || jsonb_build_object('number', document_number(n.invoice_prefix, n.sequence))
    FROM numbered n
    RETURNING id, content ->> 'number' AS number
  )
  UPDATE orders o SET invoice_number = i.number FROM issued i WHERE o.id = i.id
  RETURNING o.id, o.invoice_number;
END $$;
