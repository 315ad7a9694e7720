-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "events_transaction_id_id_idx";
