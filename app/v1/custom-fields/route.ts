import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listCustomFields, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createCustomField, ({ context, body }) =>
  service.create(context, body),
);
