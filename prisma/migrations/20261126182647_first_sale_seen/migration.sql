-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "is_first_sale_seen" BOOLEAN NOT NULL DEFAULT false;
