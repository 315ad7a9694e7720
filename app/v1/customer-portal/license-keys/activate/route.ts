import { implement } from '@/lib/resources/implement';
import { activateLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const POST = implement(activateLicenseKey, ({ context, body }) =>
  service.activate(context, body),
);
