import { z } from 'zod';
import { secret } from '@/lib/contract/secret';

/** Ten codes, shown once, each of which stands in for a lost factor once. */
const RecoveryCodes = z.array(secret(z.string()));

/** What is set up in an authenticator app. */
export const NewTotp = z.object({
  totp_uri: secret(z.string()).meta({ description: 'For a QR code; holds the secret.' }),
  recovery_codes: RecoveryCodes,
});

export const NewRecoveryCodes = z.object({ recovery_codes: RecoveryCodes });
