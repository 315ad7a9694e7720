import { exportCustomers } from '@/lib/resources/customers/contract';
import * as service from '@/lib/resources/customers/service';
import { implementExport } from '@/lib/resources/implement';

export const GET = implementExport(exportCustomers, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
