import {
  deleteCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import * as service from '@/lib/resources/custom-fields/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getCustomField, service.get);
export const PATCH = route.update(updateCustomField, service.update);
export const DELETE = route.delete(deleteCustomField, service.remove);
