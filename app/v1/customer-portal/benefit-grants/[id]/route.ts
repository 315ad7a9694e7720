import { implement } from '@/lib/api/implement';
import { getCustomerBenefitGrant } from '@/lib/benefit-grants/contract';
import * as service from '@/lib/benefit-grants/service';

export const GET = implement(getCustomerBenefitGrant, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
