import { listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listBenefitGrants, ({ context, params, query }) =>
  service.listAll(context.scope, params.id, query),
);
