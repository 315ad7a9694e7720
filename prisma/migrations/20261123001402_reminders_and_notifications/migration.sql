-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "notification_settings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "remind_at" TIMESTAMPTZ(3);
