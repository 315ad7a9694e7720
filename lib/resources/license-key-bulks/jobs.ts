import { jobScope } from '@/lib/auth/credentials';
import { outageOf } from '@/lib/database/connection/errors';
import { transaction } from '@/lib/database/connection/transaction';
import { bulkKind, continueBulk, failBulk } from '@/lib/resources/license-key-bulks/service';
import { handler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

/** Changes a batch of the keys of a bulk change. The next batch is a job of its own. */
export const changeLicenseKeys = handler(bulkKind, async ({ organization_id, bulk_id }) => {
  const scope = await jobScope(organization_id);
  try {
    await transaction(scope, (inner) => continueBulk(inner, bulk_id));
  } catch (error) {
    if (outageOf(error)) throw error;
    log.error({ err: error, bulk: bulk_id }, 'a change of many license keys failed');
    await failBulk(scope, bulk_id);
  }
});
