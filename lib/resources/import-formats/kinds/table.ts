import { customers } from '@/lib/resources/import-formats/kinds/customers';
import { discounts } from '@/lib/resources/import-formats/kinds/discounts';
import type { KindRules } from '@/lib/resources/import-formats/kinds/kind';
import { licenseKeys } from '@/lib/resources/import-formats/kinds/license-keys';
import { orders } from '@/lib/resources/import-formats/kinds/orders';
import { products } from '@/lib/resources/import-formats/kinds/products';
import { subscriptions } from '@/lib/resources/import-formats/kinds/subscriptions';
import type { ImportKind } from '@/lib/resources/import-formats/schema';

/** What is known of the rows of each kind. */
export const KINDS: Readonly<Record<ImportKind, KindRules>> = {
  customers,
  products,
  discounts,
  license_keys: licenseKeys,
  subscriptions,
  orders,
};
