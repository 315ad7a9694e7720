-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "default_currency" TEXT NOT NULL DEFAULT 'usd';
