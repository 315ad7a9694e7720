import { getMe } from '@/lib/resources/identity/contract';
import * as service from '@/lib/resources/identity/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(getMe, ({ scope }) => service.getMe(scope));
