-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_unsettled_of_organization_idx ON payment_attempts (organization_id)
  WHERE status IN ('pending', 'requires_action', 'processing');
