import { implementExport } from '@/lib/api/export';
import { exportCustomers } from '@/lib/customers/contract';
import * as service from '@/lib/customers/service';

export const GET = implementExport(exportCustomers, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
