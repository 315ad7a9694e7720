import { createBenefit, listBenefits } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listBenefits, ({ context, query }) =>
  service.listAll(context.scope, query),
);
export const POST = implement(createBenefit, ({ context, body }) => service.create(context, body));
