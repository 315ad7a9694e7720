import type { RequestContext } from '@/lib/api/context';
import { refuseForbidden } from '@/lib/api/tenancy';
import { bodyProblem, invalid } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/customer-sessions/repository';
import type {
  CustomerSession,
  CustomerSessionCreate,
} from '@/lib/resources/customer-sessions/schema';
import { serializeCustomerSession } from '@/lib/resources/customer-sessions/serialize';
import { lockCustomer } from '@/lib/resources/customers/service';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

const LIFETIME_MS = 60 * 60 * 1000;

/** Throws 422 for an unknown customer. */
export async function create(
  context: RequestContext,
  body: CustomerSessionCreate,
): Promise<CustomerSession> {
  return context.commit(async (scope) => {
    const customer = await lockCustomer(scope, body.customer_id);
    if (!customer) {
      await refuseForbidden(scope, body.customer_id);
      throw invalid(bodyProblem('customer_id', 'No customer has this ID.'));
    }
    const { row, token } = await createCustomerSession(scope, {
      organizationId: customer.organizationId,
      customerId: customer.id,
      checkoutId: null,
    });
    return serializeCustomerSession(row, token, customer);
  });
}

/**
 * Creates a session of one hour for a customer, in the caller's transaction
 * (docs/contract/callers.md#customer-sessions). With `checkoutId` it sees the purchase of that checkout
 * alone. Only the digest of the token is stored.
 */
export async function createCustomerSession(
  scope: Scope,
  owner: { organizationId: string; customerId: string; checkoutId: string | null },
): Promise<{ row: repository.CustomerSessionRow; token: string }> {
  const token = `td_cst_${randomToken()}`;
  const row = await repository.create(scope, {
    id: newId(),
    ...owner,
    createdAt: scope.realTime,
    expiresAt: new Date(scope.realTime.getTime() + LIFETIME_MS),
    digest: digest(token),
  });
  return { row, token };
}
