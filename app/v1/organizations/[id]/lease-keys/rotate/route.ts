import { implement } from '@/lib/resources/implement';
import { rotateLeaseKey } from '@/lib/resources/license-leases/contract';
import * as service from '@/lib/resources/license-leases/service';

export const POST = implement(rotateLeaseKey, ({ scope, params }) =>
  service.rotateLeaseKey(scope, params.id),
);
