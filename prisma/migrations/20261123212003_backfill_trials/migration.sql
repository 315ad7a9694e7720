-- The trials that there were, by their first change, under the customer's address and the one that was typed at the
-- checkout.
INSERT INTO trials (organization_id, product_id, email_digest, created_at, checkout_id, customer_id)
SELECT DISTINCT ON (h.product_id, e.digest) h.organization_id, h.product_id, e.digest, h.changed_at, s.checkout_id, s.customer_id
FROM (
  SELECT h.*, lag(h.status) OVER (PARTITION BY h.subscription_id ORDER BY h.sequence) AS before
  FROM subscription_history h
) h
JOIN subscriptions s ON s.id = h.subscription_id
JOIN customers c ON c.id = s.customer_id
LEFT JOIN checkouts k ON k.id = s.checkout_id
CROSS JOIN LATERAL (
  SELECT encode(sha256(convert_to(lower(address), 'UTF8')), 'hex') AS digest
  FROM unnest(ARRAY[c.email, k.customer_email]) AS address WHERE address IS NOT NULL
) e
WHERE h.status = 'trialing' AND h.before IS DISTINCT FROM 'trialing'
ORDER BY h.product_id, e.digest, h.changed_at
ON CONFLICT DO NOTHING;
