import { getCheckoutLegacy } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCheckoutLegacy, ({ context, params }) =>
  service.getLegacy(context, params.id),
);
