import { implementExport } from '@/lib/api/export';
import { exportSubscriptions } from '@/lib/subscriptions/contract';
import * as service from '@/lib/subscriptions/service';

export const GET = implementExport(exportSubscriptions, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
