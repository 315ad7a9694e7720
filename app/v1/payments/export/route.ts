import { implementExport } from '@/lib/resources/implement';
import { exportPayments } from '@/lib/resources/payment-attempts/contract';
import * as service from '@/lib/resources/payment-attempts/service';

export const GET = implementExport(exportPayments, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
