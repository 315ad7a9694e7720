import { exportCheckouts } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportCheckouts, ({ scope, query }) =>
  service.exportAll(scope, query),
);
