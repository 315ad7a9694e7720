import { avatarFile } from '@/lib/avatars/rules';
import { publicUrl } from '@/lib/env';

/** The address of a person's picture, drawn by the product (semantics §6). */
export function avatarUrl(person: { email: string; name: string | null }): string {
  return `${publicUrl()}/avatars/${avatarFile(person)}`;
}
