import * as commands from '@/lib/resources/checkouts/commands';
import { getCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckout, ({ scope, params }) => service.get(scope, params.id));
export const PATCH = implement(updateCheckout, ({ scope, params, body }) =>
  commands.update(scope, params.id, body),
);
