-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_claimed_idx ON payment_attempts (claimed_at)
  WHERE status IN ('pending', 'requires_action', 'processing');
