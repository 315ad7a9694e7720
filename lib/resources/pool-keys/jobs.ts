import { jobScope } from '@/lib/auth/credentials';
import { ApiError } from '@/lib/contract/errors';
import { outageOf } from '@/lib/database/connection/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { readBytes } from '@/lib/resources/files/service';
import { MAX_ROWS } from '@/lib/resources/pool-keys/schema';
import {
  addRows,
  endUpload,
  findUpload,
  saveUpload,
  uploadKind,
} from '@/lib/resources/pool-keys/service';
import { handler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';
import { readCsv, UnreadableCsv } from '@/lib/runtime/read-csv';

/** So many rows are added in one transaction. */
const BATCH = 1000;

/**
 * Reads a file of keys into a pool, one transaction a batch. It begins after the rows that were added before it was
 * broken off; where another worker adds them as well, it ends.
 */
export const uploadPoolKeys = handler(
  uploadKind,
  async ({ organization_id, upload_id }, signal) => {
    const scope = await jobScope(organization_id);
    try {
      if (await readUpload(scope, upload_id, signal)) {
        await transaction(scope, (inner) => endUpload(inner, upload_id, { status: 'done' }));
      }
    } catch (error) {
      if (signal.aborted || outageOf(error)) throw error;
      await transaction(scope, (inner) =>
        endUpload(inner, upload_id, { status: 'failed', error: reasonOf(error, upload_id) }),
      );
    }
  },
);

/** Why a file could not be read to its end, as a sentence to the seller. */
function reasonOf(error: unknown, upload: string): string {
  if (error instanceof UnreadableCsv) return error.message;
  if (error instanceof ApiError && typeof error.detail === 'string') return error.detail;
  log.error({ err: error, upload }, 'an upload of license keys failed');
  return 'Something went wrong. Try again.';
}

/** Adds the rows of an upload that are left; true where it has come to the end of the file. */
async function readUpload(scope: Scope, id: string, signal: AbortSignal): Promise<boolean> {
  const upload = await findUpload(scope, id);
  if (upload?.status !== 'running') return false;
  const bytes = await readBytes(scope, upload.fileId);
  if (!bytes) throw new UnreadableCsv('The file was deleted.');
  const rows = () => readCsv(bytes.chunks(), ['key']);
  if (upload.total === null) await saveUpload(scope, id, { total: await countRows(rows()) });
  let place = 0;
  let keys: string[] = [];
  const flush = async () => {
    signal.throwIfAborted();
    const from = place - keys.length;
    const isOurs = await transaction(scope, (inner) => addRows(inner, id, { from, keys }));
    keys = [];
    return isOurs;
  };
  for await (const { key = '' } of rows()) {
    place += 1;
    if (place <= upload.done) continue;
    keys.push(key);
    if (keys.length === BATCH && !(await flush())) return false;
  }
  return keys.length === 0 || flush();
}

async function countRows(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) {
    count += 1;
    if (count > MAX_ROWS) throw new UnreadableCsv('The file has more than 100,000 rows. Split it.');
  }
  return count;
}
