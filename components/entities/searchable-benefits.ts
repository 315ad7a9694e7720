import { BENEFIT_TYPES } from '@/components/entities/benefit-types';
import type { Findable } from '@/components/entity-picker/findable';
import { getBenefit, listBenefits } from '@/lib/benefits/contract';
import type { Benefit } from '@/lib/benefits/schema';

export const BENEFITS: Findable<Benefit> = {
  noun: { one: 'benefit', many: 'benefits' },
  list: listBenefits,
  get: getBenefit,
  sorting: 'description',
  words: ({ description, type }) => ({
    name: description,
    detail: BENEFIT_TYPES[type].label,
    icon: BENEFIT_TYPES[type].icon,
  }),
};
