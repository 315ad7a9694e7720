import { getMail } from '@/lib/resources/mails/contract';
import * as service from '@/lib/resources/mails/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getMail, service.get);
