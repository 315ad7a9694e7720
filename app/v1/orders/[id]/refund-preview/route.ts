import { implement } from '@/lib/resources/implement';
import { previewRefund } from '@/lib/resources/refunds/contract';
import { previewRefundOf } from '@/lib/workflows/refund-order';

export const GET = implement(previewRefund, ({ context, params, query }) =>
  previewRefundOf(context, params.id, query),
);
