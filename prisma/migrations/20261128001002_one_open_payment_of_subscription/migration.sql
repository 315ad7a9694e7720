-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_open_of_subscription_key ON payment_attempts (subscription_id)
  WHERE subscription_id IS NOT NULL AND status IN ('pending', 'requires_action', 'processing');
