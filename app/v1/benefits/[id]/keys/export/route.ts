import { implementExport } from '@/lib/resources/implement';
import { exportPoolKeys } from '@/lib/resources/pool-keys/contract';
import * as service from '@/lib/resources/pool-keys/service';

export const GET = implementExport(exportPoolKeys, ({ scope, params, query }) =>
  service.exportAll(scope, params.id, query),
);
