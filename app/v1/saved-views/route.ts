import { route } from '@/lib/resources/routes';
import { createSavedView, listSavedViews } from '@/lib/resources/saved-views/contract';
import * as service from '@/lib/resources/saved-views/service';

export const GET = route.list(listSavedViews, service.listAll);
export const POST = route.create(createSavedView, service.create);
