-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "advertisement_images_organization_id_idx" ON "advertisement_images"("organization_id");
