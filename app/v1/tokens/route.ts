import { implement } from '@/lib/resources/implement';
import { createToken, listTokens } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const GET = implement(listTokens, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createToken, ({ context, body }) => service.create(context, body));
