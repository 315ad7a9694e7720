import { implement } from '@/lib/resources/implement';
import * as commands from '@/lib/resources/license-keys/commands';
import { rotateLicenseKey } from '@/lib/resources/license-keys/contract';

export const POST = implement(rotateLicenseKey, ({ scope, params, body }) =>
  commands.rotate(scope, params.id, body),
);
