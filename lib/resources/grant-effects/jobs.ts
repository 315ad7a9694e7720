import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  addEffectsJob,
  applyDue,
  effectsKind,
  findOrganizationsDue,
  type Reports,
} from '@/lib/resources/grant-effects/service';
import { handler } from '@/lib/runtime/jobs/job';

/** Applies the effects of an organization on a platform that are due. */
export const applyEffects = (reports: Reports) =>
  handler(effectsKind, ({ organization_id, platform }, signal) =>
    applyDue(organization_id, platform, reports, signal),
  );

/** Adds the jobs of what has become due: invitations that wait, failures, limits that are over, and each grant once a day. */
export async function wakeDueEffects(now: Date): Promise<void> {
  for (const { organization_id: organizationId, platform } of await findOrganizationsDue(now)) {
    await transaction(systemScope(organizationId), (scope) =>
      addEffectsJob(scope, organizationId, platform),
    );
  }
}
