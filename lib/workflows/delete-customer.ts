import { commit } from '@/lib/api/commands';
import { allows, hasPermission } from '@/lib/api/rights';
import { roleForbids } from '@/lib/api/tenancy';
import { insufficientScope } from '@/lib/contract/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { eraseCampaignsOfCustomer } from '@/lib/resources/advertisements/service';
import { revokeBenefitsOfCustomer } from '@/lib/resources/benefit-grants/service';
import * as customers from '@/lib/resources/customers/service';
import { unlinkAll } from '@/lib/resources/linked-accounts/service';
import { cancelSubscriptionsOfCustomer } from '@/lib/resources/subscriptions/service';
import { addErasures } from '@/lib/workflows/erase-customer';

/**
 * Deletes a customer in one transaction: cancels the subscriptions at once, revokes the benefits of
 * one-time purchases too, unlinks the accounts on platforms, and frees the email address (docs/contract/customers.md#deletion). Jobs erase what names him
 * in logs.
 * Throws 404, and 403 without the right to end the subscriptions that are not over.
 */
export async function deleteCustomer(scope: Scope, id: string): Promise<void> {
  await commit(scope, async (scope) => {
    const customer = await customers.lockForDeletion(scope, id);
    const { organizationId } = customer;
    const now = clockOf(scope, organizationId);
    // Under the customer's lock: a purchase that runs meanwhile has made its subscription, or makes another customer.
    const ended = await cancelSubscriptionsOfCustomer(scope, id, now);
    if (ended > 0) requireRightToEnd(scope, organizationId);
    await revokeBenefitsOfCustomer(scope, id, now);
    await unlinkAll(scope, id);
    await eraseCampaignsOfCustomer(scope, id, now);
    await customers.remove(scope, customer, now);
    await addErasures(scope, { customerId: id, organizationId });
  });
}

/** Throws 403 where scopes or role do not allow to end subscriptions. */
function requireRightToEnd(scope: Scope, organizationId: string): void {
  if (!hasPermission(scope, 'subscriptions:write')) {
    const what = 'Deleting a customer with a running subscription also';
    throw insufficientScope(what, ['subscriptions:write']);
  }
  if (!allows(scope, 'subscriptions:write', organizationId)) throw roleForbids();
}
