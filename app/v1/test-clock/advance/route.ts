import { implement } from '@/lib/resources/implement';
import { advanceTestClock } from '@/lib/resources/test-clocks/contract';
import { advance } from '@/lib/workflows/advance-clock';

export const POST = implement(advanceTestClock, ({ context, body, query }) =>
  advance(context, body, query),
);
