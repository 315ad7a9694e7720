-- A payment method of a subscription that its buyer has yet to authenticate; null where none waits.
ALTER TABLE subscriptions ADD COLUMN method_setup jsonb;
