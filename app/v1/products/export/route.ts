import { implementExport } from '@/lib/resources/implement';
import { exportProducts } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';

export const GET = implementExport(exportProducts, ({ context, query }) =>
  service.exportAll(context.scope, query),
);
