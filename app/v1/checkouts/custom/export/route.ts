import { implementExport } from '@/lib/api/export';
import { exportCheckouts } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';

export const GET = implementExport(exportCheckouts, ({ context, query }) =>
  service.exportAll(context, query),
);
