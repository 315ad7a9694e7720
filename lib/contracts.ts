import type { AnyContract } from '@/lib/api/contract';
import * as benefits from '@/lib/benefits/contract';
import * as checkouts from '@/lib/checkouts/contract';
import * as customFields from '@/lib/custom-fields/contract';
import * as customerSessions from '@/lib/customer-sessions/contract';
import * as customers from '@/lib/customers/contract';
import * as discounts from '@/lib/discounts/contract';
import * as files from '@/lib/files/contract';
import * as licenseKeys from '@/lib/license-keys/contract';
import * as me from '@/lib/me/contract';
import * as orders from '@/lib/orders/contract';
import * as organizations from '@/lib/organizations/contract';
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
  customers,
  customerSessions,
  discounts,
  files,
  me,
  organizations,
  tokens,
  orders,
  subscriptions,
].flatMap((operations) => Object.values(operations) as unknown as AnyContract[]);
