import { implement } from '@/lib/resources/implement';
import { createProduct, listProducts } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';

export const GET = implement(listProducts, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createProduct, ({ context, body }) => service.create(context, body));
