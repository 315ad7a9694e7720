import { raw, type Sql } from '@/lib/database/connection/sql';

/**
 * When the server was started, evaluated once a statement. A row version (xmin, document_version) identifies
 * its content on one server only: a primary that lost its last transactions, and the replica that takes its
 * place, use their numbers again. Behind a pooler no connection breaks then, so every statement asks.
 */
export const SERVER_START = raw('(SELECT pg_postmaster_start_time()::text)');

/** The version of a snapshot's row: it changes with anything that the snapshot shows, and with the server. */
export function snapshotVersion(alias: string): Sql {
  return raw(`${SERVER_START.sql} || ' ' || ${alias}.document_version`);
}
