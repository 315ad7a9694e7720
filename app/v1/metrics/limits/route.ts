import { implement } from '@/lib/resources/implement';
import { getMetricsLimits } from '@/lib/resources/metrics/contract';
import { getLimits } from '@/lib/resources/metrics/service';

export const GET = implement(getMetricsLimits, ({ context, query }) =>
  getLimits(context, query.organization_id),
);
