import { implementExport } from '@/lib/resources/implement';
import { exportLicenseKeys } from '@/lib/resources/license-keys/contract';
import * as service from '@/lib/resources/license-keys/service';

export const GET = implementExport(exportLicenseKeys, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
