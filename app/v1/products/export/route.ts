import { exportProducts } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportProducts, service.exportAll);
