-- Those of three states take the place of those of two.
DROP INDEX payment_attempts_pending_key;
DROP INDEX payment_attempts_open_key;
DROP INDEX payment_attempts_open_idx;
DROP INDEX payment_attempts_expected_idx;
DROP INDEX payment_attempts_open_of_organization_idx;
