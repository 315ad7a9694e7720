import { implementExport } from '@/lib/api/export';
import { exportCheckouts } from '@/lib/checkouts/contract';
import * as service from '@/lib/checkouts/service';

export const GET = implementExport(exportCheckouts, ({ context, query }) =>
  service.exportAll(context, query),
);
