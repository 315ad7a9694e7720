import { db, type TransactionClient } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { Interrupted } from '@/lib/database/connection/interrupted';
import { sql } from '@/lib/database/connection/sql';
import { newId } from '@/lib/runtime/ids';
import { decrypt, digest, encrypt, keyedDigest } from '@/lib/runtime/secrets';

/** The lease of a running entry: other requests wait for its end, then a retry takes over (docs/contract/idempotency.md#leases). */
export const LEASE_SECONDS = 60;

export interface Claim {
  id: string;
  /** Fences the entry: another run that took the lease over has another value. */
  leaseUntil: Date;
  key: string;
  secret: boolean;
  /** An earlier run of the request has not answered: it may have committed a part, which is found by the entry's id. */
  isResumed: boolean;
}

export interface StoredReply {
  status: number;
  body: unknown;
}

export type ClaimResult =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'replay'; reply: StoredReply }
  /** For how long at most, in seconds. */
  | { kind: 'in_flight'; secondsLeft: number }
  | { kind: 'other_payload' };

const ENCRYPTED = 'enc:';
const PAYLOAD_PURPOSE = 'payloads of idempotency keys';

interface Claimed {
  id: string;
  lease_until: Date;
  is_resumed: boolean;
}

interface Existing {
  payload_digest: string;
  status: number | null;
  reply: string | null;
  seconds_left: number;
}

/** Claims whose runs were broken off by an outage, so that they could not be released. */
const interrupted = new Interrupted<Claim>();

/** Claims a key for a caller, or says what became of it (docs/contract/idempotency.md#keys). */
export async function claimKey(request: {
  caller: string;
  key: string;
  payload: string;
  secret: boolean;
}): Promise<ClaimResult> {
  const { caller, key, payload, secret } = request;
  // The retry of a run that an outage broke off on this node need not wait for the next look. Where that fails the
  // claim tells.
  await releaseInterrupted().catch(() => {});
  const keyDigest = digest(key);
  // What asks for a secret may hold a code, which could be guessed from a plain digest.
  const payloadDigest = secret ? keyedDigest(payload, PAYLOAD_PURPOSE) : digest(payload);
  const claimed = await execute<Claimed>(
    null,
    sql`INSERT INTO idempotency_entries AS e
      (id, caller, key_digest, payload_digest, created_at, lease_until)
    VALUES (${newId()}::uuid, ${caller}, ${keyDigest}, ${payloadDigest}, now(),
            date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${LEASE_SECONDS}))
    ON CONFLICT (caller, key_digest) DO UPDATE
      SET lease_until = EXCLUDED.lease_until, payload_digest = EXCLUDED.payload_digest,
          status = NULL, reply = NULL,
          created_at = CASE WHEN e.created_at < now() - interval '24 hours'
                            THEN EXCLUDED.created_at ELSE e.created_at END
      WHERE e.created_at < now() - interval '24 hours'
         OR (e.status IS NULL AND e.lease_until < clock_timestamp()
             AND e.payload_digest = EXCLUDED.payload_digest)
    RETURNING e.id, e.lease_until, e.created_at < date_trunc('milliseconds', now()) AS is_resumed`,
  );
  const [entry] = claimed;
  if (entry) {
    const { id, lease_until: leaseUntil, is_resumed: isResumed } = entry;
    return { kind: 'claimed', claim: { id, leaseUntil, key, secret, isResumed } };
  }

  const [existing] = await execute<Existing>(
    null,
    sql`SELECT payload_digest, status, reply,
           greatest(1, ceil(extract(epoch FROM lease_until - clock_timestamp())))::int AS seconds_left
    FROM idempotency_entries WHERE caller = ${caller} AND key_digest = ${keyDigest}`,
  );
  if (!existing) return { kind: 'in_flight', secondsLeft: 1 };
  if (existing.payload_digest !== payloadDigest) return { kind: 'other_payload' };
  if (existing.status === null) return { kind: 'in_flight', secondsLeft: existing.seconds_left };
  return {
    kind: 'replay',
    reply: { status: existing.status, body: parseReply(existing.reply, key) },
  };
}

function parseReply(reply: string | null, key: string): unknown {
  if (reply === null) return undefined;
  const text = reply.startsWith(ENCRYPTED)
    ? decrypt(reply.slice(ENCRYPTED.length), `idempotency:${key}`)
    : reply;
  return JSON.parse(text);
}

function serializeReply(reply: StoredReply, claim: Claim): string | null {
  if (reply.body === undefined) return null;
  const text = JSON.stringify(reply.body);
  return claim.secret ? ENCRYPTED + encrypt(text, `idempotency:${claim.key}`) : text;
}

/**
 * Stores the reply in the transaction of its effect. False when another run has taken the lease
 * over: the transaction must then be rolled back.
 */
export async function storeReply(
  client: Pick<TransactionClient, 'idempotencyEntry'>,
  claim: Claim,
  reply: StoredReply,
): Promise<boolean> {
  const { count } = await client.idempotencyEntry.updateMany({
    where: { id: claim.id, leaseUntil: claim.leaseUntil, status: null },
    data: { status: reply.status, reply: serializeReply(reply, claim) },
  });
  return count === 1;
}

/** Stores a reply that had no effect to share a transaction with. */
export async function storeReplyAlone(claim: Claim, reply: StoredReply): Promise<void> {
  await storeReply(db(null), claim, reply);
}

/**
 * Ends the lease of a run that failed after a first transaction of it had been committed: the next
 * try with the same payload takes the entry over, and finds by its id what was done.
 */
export async function endLease(claim: Claim): Promise<void> {
  await db(null).idempotencyEntry.updateMany({
    where: { id: claim.id, leaseUntil: claim.leaseUntil, status: null },
    data: { leaseUntil: new Date(0) },
  });
}

/** Leaves a claim whose run an outage has broken off to {@link releaseInterrupted}. */
export function interruptClaim(claim: Claim): void {
  interrupted.add(claim.id, claim);
}

/**
 * Ends the leases of the runs that an outage has broken off on this node, once the database is back; throws while it
 * is not. What they have committed is not known: a retry finds it.
 */
export function releaseInterrupted(): Promise<void> {
  return interrupted.finish(endLease);
}

/** Releases the key: nothing was done, so the next try runs anew. */
export async function releaseKey(claim: Claim): Promise<void> {
  await db(null).idempotencyEntry.deleteMany({
    where: { id: claim.id, leaseUntil: claim.leaseUntil, status: null },
  });
}

/** Deletes entries older than 24 hours. */
export async function purgeExpiredReplies(): Promise<void> {
  await execute(
    null,
    sql`DELETE FROM idempotency_entries WHERE created_at < now() - interval '24 hours'`,
  );
}
