import { pricesWords } from '@/components/entities/price-words';
import type { Findable } from '@/components/entity-picker/findable';
import { getProduct, listProducts } from '@/lib/products/contract';
import type { Product } from '@/lib/products/schema';

export const PRODUCTS: Findable<Product> = {
  noun: { one: 'product', many: 'products' },
  list: listProducts,
  get: getProduct,
  sorting: 'name',
  words: ({ name, prices, is_archived }) => ({
    name,
    detail: is_archived ? `${pricesWords(prices)}, archived` : pricesWords(prices),
  }),
};
