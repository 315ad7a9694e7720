import type { PaymentMode } from '@/lib/resources/payment-connections/schema';

/** The mode that the keys of an organization are of: a sandbox moves no money. */
export function modeFor({ is_sandbox }: { is_sandbox: boolean }): PaymentMode {
  return is_sandbox ? 'test' : 'live';
}

/** Why keys of a mode are not those of an organization; null where they are. */
export function modeProblem(needed: PaymentMode, given: PaymentMode | null): string | null {
  if (given === needed) return null;
  return needed === 'test'
    ? 'This organization is a sandbox. Enter keys from Stripe’s test mode.'
    : 'This organization is live. Enter live keys.';
}

/** Where the events of a connection's account are taken. */
export function webhookPath(id: string): string {
  return `/webhooks/stripe/${id}`;
}

/** Least time between two mails about one connection that fails, ms. */
const TELL_AGAIN_MS = 3_600_000;

/** Whether owners and admins are told that a connection fails: once in an hour, however often it does. */
export function isTold(toldAt: Date | null, now: Date): boolean {
  return toldAt === null || now.getTime() - toldAt.getTime() >= TELL_AGAIN_MS;
}
