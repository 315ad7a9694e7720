-- Renewals that their subscription's discount did not lower named it (docs/contract/orders.md#discount-of-an-order).
-- Their lines tell: the discount has one of its own, and periods are written since renewals are charged. A renewal with
-- the rest of a period in it is left out, since a discount lowers that within its line; so are other orders.
UPDATE orders o SET discount_id = NULL
WHERE o.discount_id IS NOT NULL AND o.billing_reason = 'subscription_cycle'
  AND EXISTS (SELECT FROM jsonb_array_elements(o.lines) line WHERE line ->> 'period_start' IS NOT NULL)
  AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(o.lines) line
    WHERE line ->> 'description' LIKE 'Discount: %' OR line ->> 'description' LIKE 'Remaining time on %'
  );
