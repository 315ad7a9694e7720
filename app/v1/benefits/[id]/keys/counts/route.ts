import { implement } from '@/lib/resources/implement';
import { countPoolKeys } from '@/lib/resources/pool-keys/contract';
import * as service from '@/lib/resources/pool-keys/service';

export const GET = implement(countPoolKeys, ({ scope, params, query }) =>
  service.countAll(scope, params.id, query),
);
