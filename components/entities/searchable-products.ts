import { priceListLabel } from '@/components/entities/price-labels';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getProduct, listProducts } from '@/lib/resources/products/operations';
import type { Product } from '@/lib/resources/products/schema';

export const PRODUCTS: SearchableEntity<Product> = {
  noun: { one: 'product', many: 'products' },
  list: listProducts,
  get: getProduct,
  sorting: 'name',
  describe: ({ name, prices, is_archived }) => ({
    name,
    detail: is_archived ? `${priceListLabel(prices)}, archived` : priceListLabel(prices),
  }),
};
