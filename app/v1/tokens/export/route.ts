import { implementExport } from '@/lib/api/export';
import { exportTokens } from '@/lib/tokens/contract';
import * as service from '@/lib/tokens/service';

export const GET = implementExport(exportTokens, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
