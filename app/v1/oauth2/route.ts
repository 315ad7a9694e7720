import { listOAuth2Clients } from '@/lib/resources/oauth-clients/contract';
import * as service from '@/lib/resources/oauth-clients/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listOAuth2Clients, service.listAll);
