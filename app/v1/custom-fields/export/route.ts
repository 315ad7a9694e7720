import { implementExport } from '@/lib/api/export';
import { exportCustomFields } from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';

export const GET = implementExport(exportCustomFields, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
