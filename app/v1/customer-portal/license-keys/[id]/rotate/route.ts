import { implement } from '@/lib/resources/implement';
import * as commands from '@/lib/resources/license-keys/commands';
import { rotateCustomerLicenseKey } from '@/lib/resources/license-keys/contract';

export const POST = implement(rotateCustomerLicenseKey, ({ scope, params, body }) =>
  commands.rotateOfBuyer(scope, params.id, body),
);
