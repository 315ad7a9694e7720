-- AlterEnum
ALTER TYPE "file_service" ADD VALUE IF NOT EXISTS 'import';

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "external_id" TEXT;

-- AlterTable
ALTER TABLE "discounts" ADD COLUMN     "external_id" TEXT;

-- AlterTable
ALTER TABLE "license_keys" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "purchase_reference" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "is_imported" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "invoice_number" DROP NOT NULL;

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "external_id" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "import_hold" TEXT;

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "modified_at" TIMESTAMPTZ(3),
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "file_id" UUID,
    "file_name" TEXT,
    "sealed_rows" TEXT,
    "mapping" JSONB,
    "dry_run" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "phase" TEXT NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "is_counted" BOOLEAN NOT NULL DEFAULT false,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "errors_count" INTEGER NOT NULL DEFAULT 0,
    "position" BIGINT NOT NULL DEFAULT 0,
    "changes_count" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_errors" (
    "id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "column" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "import_errors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_keys" (
    "import_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "row" INTEGER NOT NULL,

    CONSTRAINT "import_keys_pkey" PRIMARY KEY ("import_id","name","value")
);

-- CreateTable
CREATE TABLE "import_changes" (
    "import_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "table_name" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "before" JSON,
    "modified_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "external_ids" (
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "import_id" UUID,

    CONSTRAINT "external_ids_pkey" PRIMARY KEY ("organization_id","kind","external_id")
);

-- CreateIndex
CREATE INDEX "imports_organization_id_created_at_id_idx" ON "imports"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "imports_newest_idx" ON "imports"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "import_errors_import_id_row_id_idx" ON "import_errors"("import_id", "row", "id");

-- CreateIndex
CREATE INDEX "import_errors_organization_id_idx" ON "import_errors"("organization_id");

-- CreateIndex
CREATE INDEX "import_keys_organization_id_idx" ON "import_keys"("organization_id");

-- CreateIndex
CREATE INDEX "import_changes_organization_id_idx" ON "import_changes"("organization_id");

-- CreateIndex
CREATE INDEX "import_changes_object_id_idx" ON "import_changes"("object_id");

-- CreateIndex
CREATE INDEX "external_ids_object_id_idx" ON "external_ids"("object_id");

-- CreateIndex
CREATE INDEX "external_ids_import_id_idx" ON "external_ids"("import_id");

ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_import_hold CHECK (import_hold IN ('source', 'charge')) NOT VALID;
