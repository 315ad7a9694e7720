import { implementExport } from '@/lib/api/export';
import { exportFiles } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';

export const GET = implementExport(exportFiles, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
