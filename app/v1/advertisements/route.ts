import { listAdvertisements } from '@/lib/resources/advertisements/contract';
import * as service from '@/lib/resources/advertisements/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listAdvertisements, service.listAll);
