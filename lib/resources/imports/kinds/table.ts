import { customers } from '@/lib/resources/imports/kinds/customers';
import { discounts } from '@/lib/resources/imports/kinds/discounts';
import type { KindRules } from '@/lib/resources/imports/kinds/kind';
import { licenseKeys } from '@/lib/resources/imports/kinds/license-keys';
import { orders } from '@/lib/resources/imports/kinds/orders';
import { products } from '@/lib/resources/imports/kinds/products';
import { subscriptions } from '@/lib/resources/imports/kinds/subscriptions';
import type { ImportKind } from '@/lib/resources/imports/schema';

/** What is known of the rows of each kind. */
export const KINDS: Readonly<Record<ImportKind, KindRules>> = {
  customers,
  products,
  discounts,
  license_keys: licenseKeys,
  subscriptions,
  orders,
};
