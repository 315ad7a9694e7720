import { commit } from '@/lib/api/commands';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { revokeBenefitEverywhere } from '@/lib/resources/benefit-grants/service';
import * as benefits from '@/lib/resources/benefits/service';

/**
 * Deletes a benefit in one transaction: revokes its grants and detaches it from its products. Throws 404, and
 * 403 where it is not deletable.
 */
export async function deleteBenefit(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    const { organizationId } = await benefits.lockDeletable(scope, id);
    await revokeBenefitEverywhere(scope, id, clockOf(scope, organizationId));
    await benefits.remove(scope, id, scope.realTime);
  });
}
