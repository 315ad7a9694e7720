import { countCustomFields } from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countCustomFields, service.countAll);
