-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "retries_stopped" BOOLEAN NOT NULL DEFAULT false;
