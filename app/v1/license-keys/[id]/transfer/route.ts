import { implement } from '@/lib/resources/implement';
import * as commands from '@/lib/resources/license-keys/commands';
import { transferLicenseKey } from '@/lib/resources/license-keys/contract';

export const POST = implement(transferLicenseKey, ({ scope, params, body }) =>
  commands.transfer(scope, params.id, body),
);
