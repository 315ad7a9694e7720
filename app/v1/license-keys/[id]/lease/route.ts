import { implement } from '@/lib/resources/implement';
import { createLicenseKeyLease } from '@/lib/resources/license-leases/contract';
import { lease } from '@/lib/resources/license-leases/service';

export const POST = implement(createLicenseKeyLease, ({ scope, params, body }) =>
  lease(scope, params.id, body),
);
