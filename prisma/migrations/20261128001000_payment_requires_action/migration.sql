-- A payment that waits for its buyer to authenticate it, with the secret by which the page does that, encrypted.
ALTER TYPE "payment_status" ADD VALUE 'requires_action' AFTER 'pending';
ALTER TABLE payment_attempts ADD COLUMN intent_secret text;

-- The session of a confirmation whose payment is not settled belongs to nobody yet.
ALTER TABLE customer_sessions ALTER COLUMN customer_id DROP NOT NULL;
