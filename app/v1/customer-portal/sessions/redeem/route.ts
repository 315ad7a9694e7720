import { redeemPortalAccess } from '@/lib/resources/customer-sessions/contract';
import { redeem } from '@/lib/resources/customer-sessions/service';
import { implement } from '@/lib/resources/implement';

export const POST = implement(redeemPortalAccess, ({ context, body }) => redeem(context, body));
