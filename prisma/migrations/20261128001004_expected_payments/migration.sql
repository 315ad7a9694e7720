-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_due_idx ON payment_attempts (expected_at)
  WHERE status IN ('requires_action', 'processing');
