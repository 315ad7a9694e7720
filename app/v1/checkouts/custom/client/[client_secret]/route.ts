import * as commands from '@/lib/resources/checkouts/commands';
import { getCheckoutByClient, updateCheckoutByClient } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckoutByClient, ({ scope }) => service.getByClient(scope));
export const PATCH = implement(updateCheckoutByClient, ({ scope, body }) =>
  commands.updateByClient(scope, body),
);
