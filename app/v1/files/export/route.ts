import { implementExport } from '@/lib/api/export';
import { exportFiles } from '@/lib/files/contract';
import * as service from '@/lib/files/service';

export const GET = implementExport(exportFiles, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
