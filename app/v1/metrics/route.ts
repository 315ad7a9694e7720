import { implement } from '@/lib/resources/implement';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { get } from '@/lib/resources/metrics/service';

export const GET = implement(getMetrics, ({ scope, query }) => get(scope, query));
