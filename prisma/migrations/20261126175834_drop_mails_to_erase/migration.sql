-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "mails_to_erase_idx";
