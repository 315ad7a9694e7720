-- A change of a product's benefits that has not reached all of its purchases yet.
CREATE TABLE "benefit_rollouts" (
    "product_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "added" UUID[],
    "removed" UUID[],
    "after_id" UUID NOT NULL,
    "pending" INTEGER NOT NULL,

    CONSTRAINT "benefit_rollouts_pkey" PRIMARY KEY ("product_id")
);
ALTER TABLE "benefit_rollouts" ADD CONSTRAINT "benefit_rollouts_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;
