import { listRepositories } from '@/lib/resources/repositories/contract';
import * as service from '@/lib/resources/repositories/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listRepositories, service.listAll);
