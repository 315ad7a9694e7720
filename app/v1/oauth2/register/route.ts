import { createOAuth2Client } from '@/lib/resources/oauth-clients/contract';
import * as service from '@/lib/resources/oauth-clients/service';
import { route } from '@/lib/resources/routes';

export const POST = route.create(createOAuth2Client, service.create);
