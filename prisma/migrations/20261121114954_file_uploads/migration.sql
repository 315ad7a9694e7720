-- AlterTable
ALTER TABLE "files" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "upload_parts" JSONB;

-- Work in the background: what was deleted, and uploads that were never completed.
CREATE INDEX files_sweep_idx ON files (created_at) WHERE NOT is_uploaded OR deleted_at IS NOT NULL;
