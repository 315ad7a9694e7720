import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { continueRollout, rolloutKind } from '@/lib/resources/benefit-grants/service';
import { handler } from '@/lib/runtime/jobs/job';

/**
 * Takes a change of a product's benefits to one batch of its purchases. The next batch is a job of its own, added in
 * the batch's transaction, so that other work has its turn in between.
 */
export const rollOutBenefits = handler(rolloutKind, ({ organization_id, product_id }) =>
  transaction(systemScope(organization_id), (scope) => continueRollout(scope, product_id)),
);
