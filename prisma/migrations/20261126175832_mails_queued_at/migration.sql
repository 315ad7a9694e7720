-- Since when a mail is kept, in real time: its created_at follows the organization's clock. Null in mails from before,
-- whose created_at is real.

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "queued_at" TIMESTAMPTZ(3);
