-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "checkout_settings" JSONB NOT NULL DEFAULT '{}';
