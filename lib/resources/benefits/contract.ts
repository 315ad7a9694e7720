import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  BENEFIT_SORTS,
  Benefit,
  BenefitCreate,
  BenefitType,
  BenefitUpdate,
} from '@/lib/resources/benefits/schema';

const common = { tag: 'benefits' } as const;

export const listBenefits = contract({
  ...common,
  id: 'benefits:list',
  method: 'GET',
  path: '/v1/benefits/',
  summary: 'List benefits',
  scopes: ['benefits:read'],
  query: listQuery({
    organization_id: OrganizationFilter,
    type: many(BenefitType),
    sorting: sorting(BENEFIT_SORTS, '-created_at'),
  }),
  response: page(Benefit),
});

export const exportBenefits = contract(
  exportOf(listBenefits, [
    'id',
    'created_at',
    'modified_at',
    'type',
    'description',
    'selectable',
    'deletable',
    'properties',
  ]),
);

export const createBenefit = contract({
  ...common,
  id: 'benefits:create',
  method: 'POST',
  path: '/v1/benefits/',
  summary: 'Create a benefit',
  description:
    'Benefits that need an outside account are created without a live connection: their tokens ' +
    'are opaque and not kept, and `connection_status` is `not_connected`.',
  scopes: ['benefits:write'],
  body: BenefitCreate,
  response: Benefit,
});

export const getBenefit = contract({
  ...common,
  id: 'benefits:get',
  method: 'GET',
  path: '/v1/benefits/{id}',
  summary: 'Get a benefit',
  scopes: ['benefits:read'],
  params: IdParams,
  response: Benefit,
});

export const updateBenefit = contract({
  ...common,
  id: 'benefits:update',
  method: 'PATCH',
  path: '/v1/benefits/{id}',
  summary: 'Update a benefit',
  description:
    'The type is fixed. `properties` replace the old ones and apply to later grants: license keys ' +
    'that are out keep their limits, dates and status. Downloads follow at once: added files can be ' +
    'downloaded by who has the benefit, archived ones no more.',
  scopes: ['benefits:write'],
  params: IdParams,
  body: BenefitUpdate,
  response: Benefit,
});

export const deleteBenefit = contract({
  ...common,
  id: 'benefits:delete',
  method: 'DELETE',
  path: '/v1/benefits/{id}',
  summary: 'Delete a benefit',
  description: 'Revokes all its grants and detaches it from all products.',
  scopes: ['benefits:write'],
  params: IdParams,
  changes: ['license_keys'],
});
