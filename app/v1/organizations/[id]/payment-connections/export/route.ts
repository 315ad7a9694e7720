import { implementExport } from '@/lib/resources/implement';
import { exportPaymentConnections } from '@/lib/resources/payment-connections/contract';
import * as service from '@/lib/resources/payment-connections/service';

export const GET = implementExport(exportPaymentConnections, ({ scope, params, query }) =>
  service.exportAll(scope, params.id, query),
);
