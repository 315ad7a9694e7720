import type { RequestContext } from '@/lib/api/context';
import { clockOf } from '@/lib/database/connection/scope';
import { revokeBenefitsOfCustomer } from '@/lib/resources/benefit-grants/service';
import * as customers from '@/lib/resources/customers/service';
import { cancelSubscriptionsOfCustomer } from '@/lib/resources/subscriptions/service';

/**
 * Deletes a customer in one transaction: cancels the subscriptions at once, revokes the benefits of
 * one-time purchases too, and frees the email address (docs/contract/customers.md#deletion).
 * Throws 404.
 */
export async function deleteCustomer(context: RequestContext, id: string): Promise<void> {
  await context.commit(async (scope) => {
    const { organizationId } = await customers.lockForDeletion(scope, id);
    const now = clockOf(scope, organizationId);
    await cancelSubscriptionsOfCustomer(scope, id, now);
    await revokeBenefitsOfCustomer(scope, id, now);
    await customers.remove(scope, id, now);
  });
}
