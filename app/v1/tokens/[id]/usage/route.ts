import { route } from '@/lib/resources/routes';
import { getTokenUsage } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const GET = route.get(getTokenUsage, service.getUsage);
