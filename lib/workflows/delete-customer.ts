import { commit } from '@/lib/api/commands';
import { allows, hasPermission } from '@/lib/api/rights';
import { roleForbids } from '@/lib/api/tenancy';
import { insufficientScope } from '@/lib/contract/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { revokeBenefitsOfCustomer } from '@/lib/resources/benefit-grants/service';
import * as customers from '@/lib/resources/customers/service';
import { eraseRequestsOfCustomer, logged } from '@/lib/resources/request-logs/service';
import { cancelSubscriptionsOfCustomer } from '@/lib/resources/subscriptions/service';
import { eraseDeliveriesOfCustomer } from '@/lib/resources/webhook-deliveries/service';

/**
 * Deletes a customer in one transaction: cancels the subscriptions at once, revokes the benefits of
 * one-time purchases too, and frees the email address (docs/contract/customers.md#deletion).
 * Throws 404, and 403 without the right to end the subscriptions that are not over.
 */
export async function deleteCustomer(scope: Scope, id: string): Promise<void> {
  // Before the transaction, which has a connection: this takes another.
  await logged();
  await commit(scope, async (scope) => {
    const customer = await customers.lockForDeletion(scope, id);
    const { organizationId } = customer;
    const now = clockOf(scope, organizationId);
    // Under the customer's lock: a purchase that runs meanwhile has made its subscription, or makes another customer.
    const ended = await cancelSubscriptionsOfCustomer(scope, id, now);
    if (ended > 0) requireRightToEnd(scope, organizationId);
    await revokeBenefitsOfCustomer(scope, id, now);
    await customers.remove(scope, customer, now);
    await eraseDeliveriesOfCustomer(scope, id);
    eraseRequestsOfCustomer(scope, customer);
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
