import { implementExport } from '@/lib/api/export';
import { exportCustomers } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';

export const GET = implementExport(exportCustomers, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
