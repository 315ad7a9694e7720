import { implement } from '@/lib/resources/implement';
import {
  createPaymentConnection,
  listPaymentConnections,
} from '@/lib/resources/payment-connections/contract';
import * as service from '@/lib/resources/payment-connections/service';
import { route } from '@/lib/resources/routes';
import { connectStripe } from '@/lib/workflows/payment-connections';

export const GET = implement(listPaymentConnections, ({ scope, params, query }) =>
  service.listAll(scope, params.id, query),
);
export const POST = route.update(createPaymentConnection, connectStripe);
