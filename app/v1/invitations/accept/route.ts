import { acceptInvitation } from '@/lib/resources/members/contract';
import * as service from '@/lib/resources/members/service';
import { route } from '@/lib/resources/routes';

export const POST = route.create(acceptInvitation, service.acceptInvitation);
