import { createCheckoutLegacy } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(createCheckoutLegacy, ({ scope, body }) =>
  service.createLegacy(scope, body),
);
