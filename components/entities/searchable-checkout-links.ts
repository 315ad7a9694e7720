import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/operations';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';

export const CHECKOUT_LINKS: SearchableEntity<CheckoutLink> = {
  noun: { one: 'checkout link', many: 'checkout links' },
  list: listCheckoutLinks,
  get: getCheckoutLink,
  describe: ({ label, product }) => ({ name: label ?? product.name, detail: product.name }),
};
