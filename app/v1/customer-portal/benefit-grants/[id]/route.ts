import {
  getCustomerBenefitGrant,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import * as service from '@/lib/resources/benefit-grants/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getCustomerBenefitGrant, service.getOfBuyer);
export const PATCH = route.update(updateCustomerBenefitGrant, service.updateOfBuyer);
