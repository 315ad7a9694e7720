-- When a buyer in the EU has asked for immediate supply, and given up the right to withdraw by that.
ALTER TABLE payment_attempts ADD COLUMN withdrawal_waived_at timestamptz(3);
ALTER TABLE orders ADD COLUMN withdrawal_waived_at timestamptz(3);
