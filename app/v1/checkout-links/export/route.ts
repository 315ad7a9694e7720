import { exportCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import * as service from '@/lib/resources/checkout-links/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportCheckoutLinks, service.exportAll);
