-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "statement_descriptor_suffix" TEXT;

-- AlterTable
ALTER TABLE "payment_connections" ADD COLUMN     "statement_prefix" TEXT;
