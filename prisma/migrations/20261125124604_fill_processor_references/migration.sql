-- The sandbox took every payment until here; its reference is the key that it was asked with.
UPDATE "payment_attempts" SET "processor_reference" = "id"::text WHERE "processor_reference" IS NULL;

-- A pending refund that no processor has taken on may never have arrived: it is asked for by its key.
UPDATE "refunds" SET "processor_reference" = "id"::text
WHERE "processor_reference" IS NULL AND ("is_accepted" OR "status" <> 'pending');
