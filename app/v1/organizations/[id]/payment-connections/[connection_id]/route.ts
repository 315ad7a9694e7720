import { implement } from '@/lib/resources/implement';
import {
  deletePaymentConnection,
  updatePaymentConnection,
} from '@/lib/resources/payment-connections/contract';
import { disconnectStripe, replaceKeys } from '@/lib/workflows/payment-connections';

export const PATCH = implement(updatePaymentConnection, ({ scope, params, body }) =>
  replaceKeys(scope, params, body),
);
export const DELETE = implement(deletePaymentConnection, ({ scope, params }) =>
  disconnectStripe(scope, params),
);
