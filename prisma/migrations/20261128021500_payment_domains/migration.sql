-- The domains on which buyers may pay with wallets, as far as the account knows them.
ALTER TABLE payment_connections ADD COLUMN domains text[] NOT NULL DEFAULT '{}';
