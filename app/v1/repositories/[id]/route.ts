import { getRepository, updateRepository } from '@/lib/resources/repositories/contract';
import * as service from '@/lib/resources/repositories/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getRepository, service.get);
export const PATCH = route.update(updateRepository, service.update);
