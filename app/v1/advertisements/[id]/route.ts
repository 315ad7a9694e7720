import * as commands from '@/lib/resources/advertisements/commands';
import { getAdvertisement, updateAdvertisement } from '@/lib/resources/advertisements/contract';
import * as service from '@/lib/resources/advertisements/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getAdvertisement, service.get);
export const PATCH = route.update(updateAdvertisement, commands.decide);
