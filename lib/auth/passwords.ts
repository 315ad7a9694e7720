import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { verifyPassword as verifyScrypt } from 'better-auth/crypto';
import PQueue from 'p-queue';
import { withoutPlace } from '@/lib/api/places';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';

/**
 * Hashes are computed on libuv's four threads, which file access and gzip need too: one at a time, and no
 * more wait than are computed within seconds.
 */
const queue = new PQueue({ concurrency: 1 });
const MAX_QUEUED = 64;

/** An argon2id hash in the PHC format (19 MiB, 2 passes). Throws 503 while too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hashArgon2(normalized(password)));
}

/**
 * Whether a password matches a hash of {@link hashPassword} or scrypt. Throws 503 while too many are waiting.
 */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return queued(() =>
    isOutdated(hash) ? verifyScrypt({ hash, password }) : verifyArgon2(hash, normalized(password)),
  );
}

/** Whether a hash is one of scrypt (`salt:key`), as earlier versions stored. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith('$argon2id$');
}

/** Throws 422 for a common password and for the email address. The contract checks the length. */
export async function assertNotGuessable(password: string, email: string): Promise<void> {
  const lower = password.toLowerCase();
  const [local] = email.toLowerCase().split('@');
  if (lower === email.toLowerCase() || lower === local) {
    const why = 'Choose a password that is not your email address.';
    throw invalid(bodyProblem('password', why));
  }
  if ((await commonPasswords()).has(lower)) {
    const why = 'This password is too common. Choose another one.';
    throw invalid(bodyProblem('password', why));
  }
}

const MAX_COMMON_PASSWORDS = 10_000;
let common: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords, in lower case, read when the first account is created. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        dictionary['passwords-common']
          .slice(0, MAX_COMMON_PASSWORDS)
          .map((name) => name.toLowerCase()),
      ),
  );
  return common;
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (queue.size >= MAX_QUEUED) {
    throw new ApiError(
      'ServiceUnavailable',
      'Too many sign-ins right now. Try again in a moment.',
      {
        headers: { 'Retry-After': '2' },
      },
    );
  }
  return withoutPlace(() => queue.add(work));
}

/** Unicode normalization (NFKC), as the scrypt hashes of earlier versions have it. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
