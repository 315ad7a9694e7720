import { implement } from '@/lib/api/implement';
import { getMe } from '@/lib/me/contract';
import * as service from '@/lib/me/service';

export const GET = implement(getMe, ({ context }) => service.get(context));
