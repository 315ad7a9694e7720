-- no transaction
-- It commits after each batch, so that writers wait for a few hundred rows at most.
CALL widen_amounts(50);
