import { implement } from '@/lib/resources/implement';
import { addPoolKeys, listPoolKeys } from '@/lib/resources/pool-keys/contract';
import * as service from '@/lib/resources/pool-keys/service';

export const GET = implement(listPoolKeys, ({ scope, params, query }) =>
  service.listAll(scope, params.id, query),
);

export const POST = implement(addPoolKeys, ({ scope, context, params, body }) => {
  if (body.file_id) context.status = 202;
  return service.add(scope, params.id, body);
});
