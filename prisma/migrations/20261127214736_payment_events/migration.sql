-- AlterTable
ALTER TABLE "payment_connections" ADD COLUMN     "events_cursor" TEXT,
ADD COLUMN     "polled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "payment_events" (
    "connection_id" UUID NOT NULL,
    "event_id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("connection_id","event_id")
);

-- CreateIndex
CREATE INDEX "payment_events_organization_id_idx" ON "payment_events"("organization_id");

-- CreateIndex
CREATE INDEX "payment_events_created_at_idx" ON "payment_events"("created_at");

-- CreateIndex
CREATE INDEX "payment_connections_polled_at_idx" ON "payment_connections"("polled_at");
