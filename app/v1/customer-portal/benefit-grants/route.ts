import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listCustomerBenefitGrants, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
