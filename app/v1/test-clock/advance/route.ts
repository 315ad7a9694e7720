import { implement } from '@/lib/resources/implement';
import { advanceTestClock } from '@/lib/resources/test-clocks/contract';
import { advance } from '@/lib/workflows/advance-clock';

export const POST = implement(advanceTestClock, ({ scope, context, body, query }) => {
  if (body.dry_run) context.status = 200;
  return advance(scope, body, query);
});
