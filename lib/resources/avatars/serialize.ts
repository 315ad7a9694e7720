import { hash } from 'node:crypto';
import { initials } from '@/lib/resources/avatars/rules';
import { publicUrl } from '@/lib/runtime/env';

type Person = Readonly<{ email: string; name: string | null; image?: string | null }>;

/**
 * The address of a person's picture: the one that a seller has uploaded, else drawn by the product
 * (docs/contract/files.md#avatars); never null.
 */
export function avatarUrl(person: Person): string {
  if (person.image) return person.image;
  const digest = hash('sha256', person.email.toLowerCase()).slice(0, 24);
  const letters = Buffer.from(initials(person)).toString('hex');
  return `${publicUrl()}/avatars/${digest}${letters}.svg`;
}
