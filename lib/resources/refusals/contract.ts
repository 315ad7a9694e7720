import { exportOf } from '@/lib/contract/export-of';
import { Id, many, text } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { READING_PERMISSIONS } from '@/lib/resources/refusals/rules';
import { REFUSAL_SORTS, Refusal, RefusalKind } from '@/lib/resources/refusals/schema';

const refusals = resource('refusals', Refusal, { permissions: 'organizations' });

export const listRefusals = refusals.list(
  {
    kind: many(RefusalKind),
    code: many(text({ min: 1, max: 100 })),
    object_id: many(Id),
    customer_id: many(Id),
    checkout_id: many(Id),
    sorting: sorting(REFUSAL_SORTS, '-last_at'),
  },
  {
    permissions: READING_PERMISSIONS,
    description:
      'Refused license validations and activations, discount codes, payments, checkouts, and webhook addresses of the ' +
      'last 30 days. Equal ones within an hour are one row with a count.',
  },
);

export const exportRefusals = exportOf(listRefusals, [
  'id',
  'first_at',
  'last_at',
  'count',
  'kind',
  'code',
  'detail',
  'rule',
  'fix',
  'object.kind',
  'object.id',
  'object.name',
  'customer_id',
  'checkout_id',
  'request_id',
  'organization_id',
]);
