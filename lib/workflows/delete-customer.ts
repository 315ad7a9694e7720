import type { RequestContext } from '@/lib/api/context';
import { revokeBenefitsOfCustomer } from '@/lib/resources/benefit-grants/service';
import * as customers from '@/lib/resources/customers/service';
import { cancelSubscriptionsOfCustomer } from '@/lib/resources/subscriptions/service';

/**
 * Deletes a customer in one transaction: cancels the subscriptions at once, revokes the benefits of
 * one-time purchases too, and frees the e-mail address (docs/contract/customers.md#deletion).
 * Throws 404.
 */
export async function deleteCustomer(context: RequestContext, id: string): Promise<void> {
  const { now } = context;
  await context.commit(async (scope) => {
    await customers.lockForDeletion(scope, id, now);
    await cancelSubscriptionsOfCustomer(scope, id, now);
    await revokeBenefitsOfCustomer(scope, id, now);
    await customers.remove(scope, id, now);
  });
}
