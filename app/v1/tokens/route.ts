import { route } from '@/lib/resources/routes';
import { createToken, listTokens } from '@/lib/resources/tokens/contract';
import * as service from '@/lib/resources/tokens/service';

export const GET = route.list(listTokens, service.listAll);
export const POST = route.create(createToken, service.create);
