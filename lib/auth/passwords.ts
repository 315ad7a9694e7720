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

/** Throws 422 for a password that is soon guessed and for the email address. The contract checks the length. */
export async function assertNotGuessable(password: string, email: string): Promise<void> {
  const lower = password.toLowerCase();
  const [local = ''] = email.toLowerCase().split('@');
  if (lower === email.toLowerCase() || lower === local) {
    const why = 'Choose a password that is not your email address.';
    throw invalid(bodyProblem('password', why));
  }
  const { guesses } = (await strengthEstimator()).check(normalized(password), [email, local]);
  if (guesses < MIN_GUESSES) {
    const why = 'Choose a password that is harder to guess.';
    throw invalid(bodyProblem('password', why));
  }
}

/** By so many tries, as zxcvbn counts them, common passwords are guessed, with an ending or other letters too. */
const MIN_GUESSES = 100_000;
/** What keeps an estimate within some 10 ms, on the thread that answers all requests. */
const ESTIMATE = { maxLength: 32, l33tMaxSubstitutions: 8 };
let estimator: ReturnType<typeof loadEstimator> | undefined;

/** What estimates how soon a password is guessed, loaded when the first one is set. */
function strengthEstimator() {
  estimator ??= loadEstimator();
  return estimator;
}

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const passwords = dictionary['passwords-common'];
  return new ZxcvbnFactory({ ...ESTIMATE, graphs, dictionary: { passwords } });
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
