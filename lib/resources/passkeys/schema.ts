import { z } from 'zod';
import { Id, Timestamp, text } from '@/lib/contract/fields';

/** A passkey of the caller's account. */
export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'Passkey', resource: 'accounts' });
export type Passkey = z.infer<typeof Passkey>;

/** So many an account has. */
export const MAX_PASSKEYS = 20;

// What a browser answers, as WebAuthn says; what is not read of it is left out.

/** Bytes as base64url. */
const bytes = (max: number) => text({ min: 1, max });

const answered = {
  id: bytes(2000),
  rawId: bytes(2000),
  type: z.literal('public-key'),
};

/** A passkey that was made (`RegistrationResponseJSON`). */
export const RegistrationResponse = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(10_000),
    attestationObject: bytes(50_000),
    transports: z
      .array(text({ max: 50 }))
      .max(20)
      .default([]),
  }),
});
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** A passkey that was used (`AuthenticationResponseJSON`). */
export const AuthenticationResponse = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(10_000),
    authenticatorData: bytes(10_000),
    signature: bytes(10_000),
    userHandle: text({ max: 100 })
      .nullish()
      .transform((value) => value ?? ''),
  }),
});
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;
