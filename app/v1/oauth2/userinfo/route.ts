import { implement } from '@/lib/resources/implement';
import { getUserInfo } from '@/lib/resources/oauth-tokens/contract';
import * as service from '@/lib/resources/oauth-tokens/service';

export const GET = implement(getUserInfo, ({ scope }) => service.getUserInfo(scope));
