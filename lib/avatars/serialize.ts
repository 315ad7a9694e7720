import { createHash } from 'node:crypto';
import { initials } from '@/lib/avatars/rules';
import { publicUrl } from '@/lib/env';

type Person = Readonly<{ email: string; name: string | null }>;

/** A row is printed as the customer and as the user: its address is worked out once. */
const files = new WeakMap<Person, string>();

function fileOf(person: Person): string {
  const hash = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 24);
  return `${hash}${Buffer.from(initials(person)).toString('hex')}.svg`;
}

/** The address of a person's picture, drawn by the product (semantics §6); never null. */
export function avatarUrl(person: Person): string {
  let file = files.get(person);
  if (file === undefined) {
    file = fileOf(person);
    files.set(person, file);
  }
  return `${publicUrl()}/avatars/${file}`;
}
