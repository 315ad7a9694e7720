import { implement } from '@/lib/resources/implement';
import { getMe } from '@/lib/resources/me/contract';
import * as service from '@/lib/resources/me/service';

export const GET = implement(getMe, ({ scope }) => service.getMe(scope));
