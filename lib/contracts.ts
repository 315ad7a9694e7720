import type { AnyContract } from '@/lib/api/contract';
import * as benefitGrants from '@/lib/benefit-grants/contract';
import * as benefits from '@/lib/benefits/contract';
import * as checkouts from '@/lib/checkouts/contract';
import * as customFields from '@/lib/custom-fields/contract';
import * as customerSessions from '@/lib/customer-sessions/contract';
import * as customers from '@/lib/customers/contract';
import * as discounts from '@/lib/discounts/contract';
import * as downloadables from '@/lib/downloadables/contract';
import * as files from '@/lib/files/contract';
import * as licenseKeys from '@/lib/license-keys/contract';
import * as me from '@/lib/me/contract';
import * as orders from '@/lib/orders/contract';
import * as organizations from '@/lib/organizations/contract';
import * as payments from '@/lib/payment-attempts/contract';
import * as products from '@/lib/products/contract';
import * as subscriptions from '@/lib/subscriptions/contract';
import * as tokens from '@/lib/tokens/contract';

/** Every operation of the product: what the OpenAPI document, the server and the tests walk. */
export const contracts: readonly AnyContract[] = [
  checkouts,
  licenseKeys,
  customFields,
  products,
  benefits,
  benefitGrants,
  customers,
  customerSessions,
  discounts,
  downloadables,
  files,
  me,
  organizations,
  tokens,
  orders,
  payments,
  subscriptions,
].flatMap((operations) => Object.values(operations) as unknown as AnyContract[]);
