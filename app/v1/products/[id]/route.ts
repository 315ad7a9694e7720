import { implement } from '@/lib/resources/implement';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';

export const GET = implement(getProduct, ({ context, params }) =>
  service.get(context.scope, params.id),
);
export const PATCH = implement(updateProduct, ({ context, params, body }) =>
  service.update(context, params.id, body),
);
