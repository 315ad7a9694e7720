import { countRefunds } from '@/lib/resources/refunds/contract';
import * as service from '@/lib/resources/refunds/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countRefunds, service.countAll);
