-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_open_of_checkout_key ON payment_attempts (checkout_id)
  WHERE status IN ('pending', 'requires_action', 'processing');
