import { implement } from '@/lib/resources/implement';
import { validateLicenseKey } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const POST = implement(validateLicenseKey, ({ scope, body }) =>
  service.validate(scope, body),
);
