import { route } from '@/lib/resources/routes';
import { exportSubscriptions } from '@/lib/resources/subscriptions/contract';
import * as service from '@/lib/resources/subscriptions/service';

export const GET = route.export(exportSubscriptions, service.exportAll);
