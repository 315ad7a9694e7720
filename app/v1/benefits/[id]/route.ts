import { deleteBenefit, getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import * as service from '@/lib/resources/benefits/service';
import { route } from '@/lib/resources/routes';
import * as parts from '@/lib/workflows/change-product-part';
import * as workflow from '@/lib/workflows/delete-benefit';

export const GET = route.get(getBenefit, service.get);
export const PATCH = route.update(updateBenefit, parts.updateBenefit);
export const DELETE = route.delete(deleteBenefit, workflow.deleteBenefit);
