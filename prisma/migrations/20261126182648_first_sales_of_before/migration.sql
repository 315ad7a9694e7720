-- Whoever has sold before the dashboard showed first sales has seen theirs.
UPDATE organizations o SET is_first_sale_seen = true
WHERE EXISTS (SELECT FROM orders s WHERE s.organization_id = o.id AND s.amount + s.tax_amount > 0);
