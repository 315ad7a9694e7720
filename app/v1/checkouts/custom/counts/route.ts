import { countCheckouts } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countCheckouts, service.countAll);
