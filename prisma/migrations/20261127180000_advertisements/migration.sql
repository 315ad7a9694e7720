-- CreateEnum
CREATE TYPE "advertisement_status" AS ENUM ('draft', 'pending', 'approved', 'paused', 'changes_requested');

-- CreateTable
CREATE TABLE "advertisements" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3),
    "benefit_id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "status" "advertisement_status" NOT NULL DEFAULT 'draft',
    "approved" JSONB,
    "pending" JSONB,
    "paused_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "advertisements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "advertisement_counts" (
    "advertisement_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "advertisement_counts_pkey" PRIMARY KEY ("advertisement_id")
);

-- CreateTable
CREATE TABLE "advertisement_images" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "advertisement_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mime_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "unused_since" TIMESTAMPTZ(3),

    CONSTRAINT "advertisement_images_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "advertisements_grant_id_key" ON "advertisements"("grant_id");

-- CreateIndex
CREATE INDEX "advertisements_organization_id_benefit_id_created_at_id_idx" ON "advertisements"("organization_id", "benefit_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "advertisements_benefit_id_idx" ON "advertisements"("benefit_id");

-- CreateIndex
CREATE INDEX "advertisements_customer_id_idx" ON "advertisements"("customer_id");

-- CreateIndex
CREATE INDEX "advertisement_images_advertisement_id_idx" ON "advertisement_images"("advertisement_id");

-- CreateIndex
CREATE INDEX "advertisement_images_unused_since_idx" ON "advertisement_images"("unused_since");

-- AddForeignKey
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_benefit_id_fkey" FOREIGN KEY ("benefit_id") REFERENCES "benefits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "benefit_grants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertisements" ADD CONSTRAINT "advertisements_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertisement_counts" ADD CONSTRAINT "advertisement_counts_advertisement_id_fkey" FOREIGN KEY ("advertisement_id") REFERENCES "advertisements"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advertisement_images" ADD CONSTRAINT "advertisement_images_advertisement_id_fkey" FOREIGN KEY ("advertisement_id") REFERENCES "advertisements"("id") ON DELETE CASCADE ON UPDATE CASCADE;
