import * as commands from '@/lib/resources/checkouts/commands';
import { getCheckoutByClient, updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import { implement } from '@/lib/resources/implement';
import { getForBuyer } from '@/lib/resources/payments/commands';

export const GET = implement(getCheckoutByClient, ({ scope }) => getForBuyer(scope));
export const PATCH = implement(updateCheckoutByClient, ({ scope, body }) =>
  commands.updateByClient(scope, body),
);
