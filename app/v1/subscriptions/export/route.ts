import { implementExport } from '@/lib/resources/implement';
import { exportSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = implementExport(exportSubscriptions, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
