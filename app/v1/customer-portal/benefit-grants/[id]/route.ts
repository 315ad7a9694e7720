import { getCustomerBenefitGrant } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getCustomerBenefitGrant, ({ context, params }) =>
  service.getOfBuyer(context.scope, params.id),
);
