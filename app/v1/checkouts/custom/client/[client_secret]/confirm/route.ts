import { confirmCheckout } from '@/lib/resources/checkouts/contract';
import { implement } from '@/lib/resources/implement';
import * as service from '@/lib/resources/payments/commands';

export const POST = implement(confirmCheckout, ({ scope, body }) => service.confirm(scope, body));
