import { createBenefit, listBenefits } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listBenefits, service.listAll);
export const POST = route.create(createBenefit, service.create);
