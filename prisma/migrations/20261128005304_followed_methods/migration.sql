-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "payment_connection_id" UUID,
ADD COLUMN     "payment_method_digest" TEXT;
