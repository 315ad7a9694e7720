import { implement } from '@/lib/resources/implement';
import { previewRefund } from '@/lib/resources/refunds/contract';
import { previewRefundOf } from '@/lib/workflows/refund-order';

export const GET = implement(previewRefund, ({ scope, params, query }) =>
  previewRefundOf(scope, params.id, query),
);
