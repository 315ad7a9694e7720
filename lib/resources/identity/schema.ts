import { z } from 'zod';
import { text } from '@/lib/contract/fields';
import { Seller } from '@/lib/resources/me/schema';

/** In characters (code points), of a new password. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

/** Any characters; blanks at the ends count as well. */
export const NewPassword = text({ max: PASSWORD_LENGTH.max }).refine(
  (value) => [...value].length >= PASSWORD_LENGTH.min,
  {
    error: `Enter at least ${PASSWORD_LENGTH.min} characters.`,
    params: { type: 'string_too_short' },
  },
);

/** Who is signed in now. */
export const SignedIn = z.object({ user: Seller.omit({ avatar_url: true }) });
