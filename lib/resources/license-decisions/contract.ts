import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import {
  DECISION_SORTS,
  DecisionInterval,
  LicenseKeyDecision,
} from '@/lib/resources/license-decisions/schema';

export const listLicenseKeyDecisions = contract({
  tag: 'license_keys',
  id: 'license_keys:decisions:list',
  method: 'GET',
  path: '/v1/license-keys/{id}/decisions',
  summary: 'List what validations and activations of a license key were told',
  description:
    'Newest first unless sorted, one row for each hour, or day of the organization, and code, of the last 90 days. ' +
    'What was asked in the last seconds may be missing. `query` looks into the code.',
  permissions: ['license_keys:read'],
  params: IdParams,
  // A row is a count, which has no id.
  query: listQuery({
    interval: DecisionInterval.default('hour'),
    sorting: sorting(DECISION_SORTS, '-hour'),
  }).omit({ id: true }),
  response: page(LicenseKeyDecision),
});

export const exportLicenseKeyDecisions = exportOf(listLicenseKeyDecisions);
