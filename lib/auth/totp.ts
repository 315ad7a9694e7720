import { Secret, TOTP } from 'otpauth';

/** As authenticator apps have it by default: six digits by SHA-1, new every 30 seconds (RFC 6238). */
const RULES = { issuer: 'Tilldesk', digits: 6, period: 30, algorithm: 'SHA1' } as const;
/** Codes of so many steps before and after the present one are right too, as clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret, in base32 as apps take it by hand. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that apps read from a QR code (`otpauth://totp/…`). */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step that a code is of, a whole number that grows with time; null where the code is wrong. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / (RULES.period * 1000)) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...RULES, label, secret: Secret.fromBase32(secret) });
}
