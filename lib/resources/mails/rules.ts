import type { SecretValues } from '@/lib/resources/mails/kinds';

export const MASK = '••••••';

/**
 * The secrets of a mail as pages and the API show them (docs/contract/mail.md#secrets): `origin` is that of links.
 */
export function maskSecrets(secrets: Partial<SecretValues>, origin: string): Partial<SecretValues> {
  const { url, code, license_keys: keys } = secrets;
  return {
    ...(url !== undefined && { url: `${origin}/${MASK}` }),
    ...(code !== undefined && { code: MASK }),
    ...(keys && { license_keys: keys.map((key) => ({ ...key, key: key.display_key })) }),
  };
}

/**
 * To whom a mail to a buyer goes: the address that the customer has now. A mail about a sale keeps the name of that sale
 * (docs/contract/mail.md#names-of-buyers).
 */
export function addressOf(
  mail: { recipientName: string | null; orderId: string | null; subscriptionId: string | null },
  { email, name }: { email: string; name: string | null },
) {
  const isOfSale = mail.orderId !== null || mail.subscriptionId !== null;
  return { recipient: email, recipientName: (isOfSale ? mail.recipientName : null) ?? name };
}

const HOUR = 3_600_000;

/** What is in a mail is erased after so many days (docs/contract/mail.md#personal-data). */
const RETENTION_DAYS = 90;

/** Mails that are older than this moment are erased. */
export function retentionEnd(now: Date): Date {
  return new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR);
}

const SECOND = 1000;
/** Between one try and the next; about a day in all (docs/contract/mail.md#retries). */
const PAUSES_MS = [15, 60, 120, 300, 600, 1800]
  .map((seconds) => seconds * SECOND)
  .concat([1, 2, 4, 8, 8].map((hours) => hours * HOUR));
export const MAX_TRIES = PAUSES_MS.length + 1;

/** When a mail is tried again that has been tried `tries` times, fewer than {@link MAX_TRIES}. */
export function retryAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + (PAUSES_MS[tries - 1] ?? 0));
}
