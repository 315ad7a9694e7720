import { route } from '@/lib/resources/routes';
import {
  deleteSavedView,
  getSavedView,
  updateSavedView,
} from '@/lib/resources/saved-views/contract';
import * as service from '@/lib/resources/saved-views/service';

export const GET = route.get(getSavedView, service.get);
export const PATCH = route.update(updateSavedView, service.update);
export const DELETE = route.delete(deleteSavedView, service.remove);
