import { deleteDiscount, getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getDiscount, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateDiscount, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
export const DELETE = implement(deleteDiscount, ({ context, params }) =>
  service.remove(context, params.id),
);
