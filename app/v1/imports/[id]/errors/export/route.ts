import { implementExport } from '@/lib/resources/implement';
import { exportImportErrors } from '@/lib/resources/imports/contract';
import { exportErrors } from '@/lib/resources/imports/service';

export const GET = implementExport(exportImportErrors, ({ scope, params, query }) =>
  exportErrors(scope, params.id, query),
);
