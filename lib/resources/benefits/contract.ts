import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { many } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  BENEFIT_SORTS,
  Benefit,
  BenefitCreate,
  BenefitType,
  BenefitUpdate,
} from '@/lib/resources/benefits/schema';

const benefits = resource('benefits', Benefit);

export const listBenefits = benefits.list({
  type: many(BenefitType),
  sorting: sorting(BENEFIT_SORTS, '-created_at'),
});

export const exportBenefits = exportOf(listBenefits, [
  'id',
  'created_at',
  'modified_at',
  'type',
  'description',
  'selectable',
  'deletable',
  'properties',
]);

export const countBenefits = countsOf(listBenefits, ['type']);

export const createBenefit = benefits.create(BenefitCreate, {
  description:
    'Benefits that need an outside account are created without a live connection: their tokens ' +
    'are opaque and not kept, and `connection_status` is `not_connected`.',
});

export const getBenefit = benefits.get();

export const updateBenefit = benefits.update(BenefitUpdate, {
  description:
    'The type is fixed. `properties` replace the old ones and apply to later grants: license keys ' +
    'that are out keep their limits, dates and status. Downloads follow at once: added files can be ' +
    'downloaded by who has the benefit, archived ones no more.',
});

export const deleteBenefit = benefits.delete({
  description: 'Revokes all its grants and detaches it from all products.',
  changes: ['license_keys', 'customers'],
});
