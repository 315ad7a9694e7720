import { implementExport } from '@/lib/resources/implement';
import { exportTokens } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const GET = implementExport(exportTokens, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
