import { authenticateInSandbox } from '@/lib/resources/checkouts/contract';
import { implement } from '@/lib/resources/implement';
import * as commands from '@/lib/resources/payments/commands';

export const POST = implement(authenticateInSandbox, ({ scope, body }) =>
  commands.authenticateInSandbox(scope, body),
);
