import { implement } from '@/lib/resources/implement';
import { activateLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const POST = implement(activateLicenseKey, ({ scope, body }) =>
  service.activate(scope, body),
);
