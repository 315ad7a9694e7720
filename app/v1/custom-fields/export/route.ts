import { implementExport } from '@/lib/api/export';
import { exportCustomFields } from '@/lib/custom-fields/contract';
import * as service from '@/lib/custom-fields/service';

export const GET = implementExport(exportCustomFields, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
