import {
  deleteCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { route } from '@/lib/resources/routes';
import * as parts from '@/lib/workflows/change-product-part';

export const GET = route.get(getCustomField, service.get);
export const PATCH = route.update(updateCustomField, parts.updateCustomField);
export const DELETE = route.delete(deleteCustomField, service.remove);
