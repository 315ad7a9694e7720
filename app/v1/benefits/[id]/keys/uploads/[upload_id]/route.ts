import { implement } from '@/lib/resources/implement';
import { getPoolKeyUpload } from '@/lib/resources/pool-keys/contract';
import * as service from '@/lib/resources/pool-keys/service';

export const GET = implement(getPoolKeyUpload, ({ scope, params }) =>
  service.getUpload(scope, params),
);
