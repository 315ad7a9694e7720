import type { RequestContext } from '@/lib/api/context';
import { roleForbids } from '@/lib/api/tenancy';
import { insufficientScope } from '@/lib/contract/errors';
import { clockOf } from '@/lib/database/connection/scope';
import { revokeBenefitsOfCustomer } from '@/lib/resources/benefit-grants/service';
import * as customers from '@/lib/resources/customers/service';
import { cancelSubscriptionsOfCustomer } from '@/lib/resources/subscriptions/service';

/**
 * Deletes a customer in one transaction: cancels the subscriptions at once, revokes the benefits of
 * one-time purchases too, and frees the email address (docs/contract/customers.md#deletion).
 * Throws 404, and 403 without the right to end the subscriptions that are not over.
 */
export async function deleteCustomer(context: RequestContext, id: string): Promise<void> {
  await context.commit(async (scope) => {
    const { organizationId } = await customers.lockForDeletion(scope, id);
    const now = clockOf(scope, organizationId);
    // Under the customer's lock: a purchase that runs meanwhile has made its subscription, or makes another customer.
    const ended = await cancelSubscriptionsOfCustomer(scope, id, now);
    if (ended > 0) requireRightToEnd(context, organizationId);
    await revokeBenefitsOfCustomer(scope, id, now);
    await customers.remove(scope, id, now);
  });
}

/** Throws 403 where scopes or role do not allow to end subscriptions. */
function requireRightToEnd(context: RequestContext, organizationId: string): void {
  if (!context.hasScope('subscriptions:write')) {
    const what = 'Deleting a customer with a running subscription also';
    throw insufficientScope(what, ['subscriptions:write']);
  }
  if (!context.allows('subscriptions:write', organizationId)) throw roleForbids();
}
