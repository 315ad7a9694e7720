import { implement } from '@/lib/api/implement';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';

export const GET = implement(listCustomerBenefitGrants, ({ context, query }) =>
  service.listOfBuyer(context.scope, query),
);
