import { implement } from '@/lib/resources/implement';
import { route } from '@/lib/resources/routes';
import {
  cancelSubscription,
  getSubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';
import * as changes from '@/lib/workflows/change-subscription';

export const GET = route.get(getSubscription, service.get);
export const PATCH = implement(updateSubscription, ({ scope, params, body }) =>
  changes.updateSubscription(scope, params.id, body),
);
export const DELETE = implement(cancelSubscription, ({ scope, params }) =>
  changes.cancelSubscription(scope, params.id),
);
