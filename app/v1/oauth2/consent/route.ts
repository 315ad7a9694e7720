import { consent } from '@/lib/resources/oauth-grants/contract';
import * as service from '@/lib/resources/oauth-grants/service';
import { route } from '@/lib/resources/routes';

export const POST = route.create(consent, service.decide);
