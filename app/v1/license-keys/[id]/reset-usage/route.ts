import { implement } from '@/lib/resources/implement';
import * as commands from '@/lib/resources/license-keys/commands';
import { resetLicenseKeyUsage } from '@/lib/resources/license-keys/contract';

export const POST = implement(resetLicenseKeyUsage, ({ scope, params }) =>
  commands.resetUsage(scope, params.id),
);
