import { getCheckoutLegacy } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckoutLegacy, ({ scope, params }) =>
  service.getLegacy(scope, params.id),
);
