import { implement } from '@/lib/api/implement';
import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';

export const GET = implement(listCustomFields, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createCustomField, ({ context, body }) =>
  service.create(context, body),
);
