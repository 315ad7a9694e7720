-- The events of customers who were deleted before their deletion erased them (docs/contract/events.md#retention).
UPDATE "events" e SET "snapshot" = jsonb_build_object('id', e."object_id", 'erased', true)
FROM "customers" c
WHERE c."organization_id" = e."organization_id" AND c."deleted_at" IS NOT NULL
  AND (
    e."customer_id" = c."id"
    OR e."object_id" IN (SELECT k."id" FROM "checkouts" k WHERE k."customer_id" = c."id")
  );
