import { implement } from '@/lib/resources/implement';
import { deactivateLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const POST = implement(deactivateLicenseKey, ({ scope, body }) =>
  service.deactivate(scope, body),
);
