-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "processor" TEXT NOT NULL DEFAULT 'sandbox',
ADD COLUMN     "processor_reference" TEXT;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "processor" TEXT NOT NULL DEFAULT 'sandbox',
ADD COLUMN     "processor_reference" TEXT;
