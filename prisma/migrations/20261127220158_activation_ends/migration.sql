-- AlterTable
ALTER TABLE "license_activations" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "license_keys" ADD COLUMN     "expire_activations_after_days" INTEGER;

-- The activations that end: of all organizations, and of one whose clock advances.
CREATE INDEX license_activations_expires_idx ON license_activations (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX license_activations_expires_of_organization_idx ON license_activations (organization_id, expires_at)
  WHERE expires_at IS NOT NULL;
