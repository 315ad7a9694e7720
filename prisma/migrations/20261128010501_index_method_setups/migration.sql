-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_method_setup_idx ON subscriptions ((method_setup ->> 'reference'))
  WHERE method_setup IS NOT NULL;
