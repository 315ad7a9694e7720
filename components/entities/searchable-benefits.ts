import { LOOKS } from '@/components/benefit-types/look/looks';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { getBenefit, listBenefits } from '@/lib/resources/benefits/operations';
import type { Benefit } from '@/lib/resources/benefits/schema';

export const BENEFITS: SearchableEntity<Benefit> = {
  noun: { one: 'benefit', many: 'benefits' },
  list: listBenefits,
  get: getBenefit,
  sorting: 'description',
  describe: ({ description, type }) => ({
    name: description,
    detail: LOOKS[type].label,
    icon: LOOKS[type].icon,
  }),
};
