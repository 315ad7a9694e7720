-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "payment_method_details" JSONB;
