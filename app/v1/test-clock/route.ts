import { implement } from '@/lib/resources/implement';
import { getTestClock } from '@/lib/resources/test-clocks/contract';
import * as service from '@/lib/resources/test-clocks/service';

export const GET = implement(getTestClock, ({ scope, query }) =>
  service.get(scope, query.organization_id),
);
