import { redeemPortalAccess } from '@/lib/resources/customer-sessions/contract';
import { redeem } from '@/lib/resources/customer-sessions/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(redeemPortalAccess, ({ scope, body }) => redeem(scope, body));
