import { exportFiles } from '@/lib/resources/files/contract';
import * as service from '@/lib/resources/files/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportFiles, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
