import { route } from '@/lib/resources/routes';
import { deleteToken } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const DELETE = route.delete(deleteToken, service.remove);
