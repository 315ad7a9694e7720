import { endPortalSession } from '@/lib/resources/customer-sessions/contract';
import { endSession } from '@/lib/resources/customer-sessions/service';
import { implement } from '@/lib/resources/implement';

export const DELETE = implement(endPortalSession, ({ scope }) => endSession(scope));
