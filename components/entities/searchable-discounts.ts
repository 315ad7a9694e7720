import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { discountLabel } from '@/components/purchase/discount-terms';
import { getDiscount, listDiscounts } from '@/lib/resources/discounts/operations';
import type { Discount } from '@/lib/resources/discounts/schema';

export const DISCOUNTS: SearchableEntity<Discount> = {
  noun: { one: 'discount', many: 'discounts' },
  list: listDiscounts,
  get: getDiscount,
  sorting: 'name',
  describe: (discount) => {
    const off = discountLabel(discount);
    return {
      name: discount.name,
      detail: discount.code === null ? off : `${off}, code ${discount.code}`,
    };
  },
};
