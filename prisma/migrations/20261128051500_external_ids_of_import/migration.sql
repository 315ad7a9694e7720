-- What an import has named is looked up by its objects too: while a large import runs, the statistics do not know it, and
-- an index of imports alone was read whole for each of its objects.
DROP INDEX "external_ids_import_id_idx";

CREATE INDEX "external_ids_import_id_object_id_idx" ON "external_ids"("import_id", "object_id");
