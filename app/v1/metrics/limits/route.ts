import { implement } from '@/lib/resources/implement';
import { getMetricsLimits } from '@/lib/resources/metrics/contract';
import { getLimits } from '@/lib/resources/metrics/service';

export const GET = implement(getMetricsLimits, ({ scope, query }) =>
  getLimits(scope, query.organization_id),
);
