import { createHash } from 'node:crypto';
import { initials } from '@/lib/avatars/rules';
import { publicUrl } from '@/lib/env';

/** The address of a person's picture, drawn by the product (semantics §6); never null. */
export function avatarUrl(person: { email: string; name: string | null }): string {
  const hash = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 24);
  return `${publicUrl()}/avatars/${hash}${Buffer.from(initials(person)).toString('hex')}.svg`;
}
