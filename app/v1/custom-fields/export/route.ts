import { exportCustomFields } from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportCustomFields, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
