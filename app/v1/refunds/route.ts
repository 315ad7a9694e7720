import { createRefund, listRefunds } from '@/lib/resources/refunds/contract';
import * as service from '@/lib/resources/refunds/service';
import { route } from '@/lib/resources/routes';
import { refundOrder } from '@/lib/workflows/refund-order';

export const GET = route.list(listRefunds, service.listAll);
export const POST = route.create(createRefund, refundOrder);
