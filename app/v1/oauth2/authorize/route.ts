import { implement } from '@/lib/resources/implement';
import { describeAuthorization } from '@/lib/resources/oauth-grants/contract';
import * as service from '@/lib/resources/oauth-grants/service';

export const GET = implement(describeAuthorization, ({ scope, query }) =>
  service.describe(scope, query),
);
