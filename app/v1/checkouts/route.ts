import * as commands from '@/lib/resources/checkouts/commands';
import { createCheckoutLegacy } from '@/lib/resources/checkouts/contract';
import { implement } from '@/lib/resources/implement';

export const POST = implement(createCheckoutLegacy, ({ scope, body }) =>
  commands.createLegacy(scope, body),
);
