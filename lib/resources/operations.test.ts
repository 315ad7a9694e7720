import { expect, test } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import * as accountContracts from '@/lib/resources/accounts/contract';
import * as accounts from '@/lib/resources/accounts/operations';
import * as benefitGrants from '@/lib/resources/benefit-grants/operations';
import * as benefits from '@/lib/resources/benefits/operations';
import * as checkoutLinks from '@/lib/resources/checkout-links/operations';
import * as checkouts from '@/lib/resources/checkouts/operations';
import * as customFields from '@/lib/resources/custom-fields/operations';
import * as customerExports from '@/lib/resources/customer-exports/operations';
import * as customerSessions from '@/lib/resources/customer-sessions/operations';
import * as customers from '@/lib/resources/customers/operations';
import * as discounts from '@/lib/resources/discounts/operations';
import * as licenseKeys from '@/lib/resources/license-keys/operations';
import * as orders from '@/lib/resources/orders/operations';
import * as payments from '@/lib/resources/payments/operations';
import * as products from '@/lib/resources/products/operations';
import { contracts } from '@/lib/resources/registry';
import * as savedViews from '@/lib/resources/saved-views/operations';
import * as subscriptions from '@/lib/resources/subscriptions/operations';

const operations = [
  accounts,
  benefitGrants,
  benefits,
  checkoutLinks,
  checkouts,
  customFields,
  customerExports,
  customers,
  customerSessions,
  discounts,
  licenseKeys,
  orders,
  payments,
  products,
  savedViews,
  subscriptions,
].flatMap(({ endpoints }) => Object.entries(endpoints));

const declared = [...contracts, ...Object.values<AnyContract>(accountContracts)];

test.each(operations)('%s is the contract without its schemas', (_, operation) => {
  expect(declared).toContainEqual(expect.objectContaining(operation));
});
