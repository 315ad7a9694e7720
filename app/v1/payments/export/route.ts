import { implementExport } from '@/lib/resources/implement';
import { exportPayments } from '@/lib/resources/payments/contract';
import * as service from '@/lib/resources/payments/service';

export const GET = implementExport(exportPayments, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
