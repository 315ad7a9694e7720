import { itemsOf } from '@/lib/api/list';
import type { Scope } from '@/lib/database/connection/scope';
import { allOfBuyer } from '@/lib/resources/advertisements/service';
import { listOfBuyer as listGrants } from '@/lib/resources/benefit-grants/service';
import type { CustomerPortalExport } from '@/lib/resources/customer-exports/schema';
import { getOfBuyer } from '@/lib/resources/customers/service';
import { listOfBuyer as listKeys } from '@/lib/resources/license-keys/service';
import { listOfBuyer as listAccounts } from '@/lib/resources/linked-accounts/service';
import { listOfBuyer as listOrders } from '@/lib/resources/orders/service';
import { listOfBuyer as listPayments } from '@/lib/resources/payments/service';
import { listOfBuyer as listSubscriptions } from '@/lib/resources/subscriptions/service';

interface PageQuery {
  page: number;
  limit: number;
  sorting: [];
}

/** All that is stored about a calling customer (docs/contract/portal.md#added-operations). Throws 404. */
export async function exportCustomer(scope: Scope, id: string): Promise<CustomerPortalExport> {
  return {
    customer: await getOfBuyer(scope, id),
    orders: await allOf((query) => listOrders(scope, query)),
    payments: await allOf((query) => listPayments(scope, query)),
    subscriptions: await allOf((query) => listSubscriptions(scope, query)),
    license_keys: await allOf((query) => listKeys(scope, query)),
    benefit_grants: await allOf((query) => listGrants(scope, query)),
    oauth_accounts: await allOf((query) => listAccounts(scope, query)),
    advertisements: await allOfBuyer(scope),
  };
}

async function allOf<Item>(
  list: (query: PageQuery) => Promise<{ items: Item[]; pagination: { max_page: number } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const found = await list({ page, limit: 100, sorting: [] });
    items.push(...(await itemsOf(found)));
    last = found.pagination.max_page;
  }
  return items;
}
