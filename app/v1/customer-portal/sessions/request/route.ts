import { requestPortalAccess } from '@/lib/resources/customer-sessions/contract';
import { requestAccess } from '@/lib/resources/customer-sessions/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(requestPortalAccess, ({ scope, body }) => requestAccess(scope, body));
