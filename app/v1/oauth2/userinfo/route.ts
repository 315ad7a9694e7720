import { implement } from '@/lib/resources/implement';
import { getUserInfo, postUserInfo } from '@/lib/resources/oauth-tokens/contract';
import * as service from '@/lib/resources/oauth-tokens/service';

export const GET = implement(getUserInfo, ({ scope }) => service.getUserInfo(scope));
export const POST = implement(postUserInfo, ({ scope }) => service.getUserInfo(scope));
