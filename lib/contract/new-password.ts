import { text } from '@/lib/contract/fields';
import { secret } from '@/lib/contract/secret';

/** Of a new password, in code points. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;

/** Any characters; leading and trailing blanks count. */
export const NewPassword = secret(text({ max: PASSWORD_LENGTH.max })).refine(
  (value) => [...value].length >= PASSWORD_LENGTH.min,
  {
    error: `Enter at least ${PASSWORD_LENGTH.min} characters.`,
    params: { type: 'string_too_short' },
  },
);
