import { implement } from '@/lib/resources/implement';
import { leaseLicenseKey } from '@/lib/resources/license-leases/contract';
import { leaseByKey } from '@/lib/resources/license-leases/service';

export const POST = implement(leaseLicenseKey, ({ scope, body }) => leaseByKey(scope, body));
