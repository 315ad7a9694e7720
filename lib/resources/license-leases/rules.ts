/** No lease lives longer. */
export const MAX_TTL_SECONDS = 30 * 24 * 3600;
/** How long a revocation list is valid. */
export const LIST_SECONDS = 24 * 3600;

/** When a lease begins and ends, in seconds, and when the next one is asked for (docs/contract/leases.md). */
export interface LeaseTimes {
  iat: number;
  exp: number;
  refreshAfter: number;
}

/**
 * The times of a lease that is made at `now`: it ends after `ttlSeconds`, but not after any of `ends`; a third before its
 * end a program asks for the next one.
 */
export function timesOf(now: Date, ttlSeconds: number, ends: readonly (Date | null)[]): LeaseTimes {
  const iat = Math.floor(now.getTime() / 1000);
  const limits = ends.filter((end) => end !== null).map((end) => Math.floor(end.getTime() / 1000));
  const exp = Math.min(iat + ttlSeconds, ...limits);
  return { iat, exp, refreshAfter: iat + Math.floor(((exp - iat) * 2) / 3) };
}

/**
 * The bytes of a status list of one bit for each place, the first one in the lowest bit of the first byte (Token Status List
 * of the IETF, `bits` 1).
 *
 * @param revoked the places whose bit is 1
 */
export function statusBits(revoked: readonly number[], length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(1, Math.ceil(length / 8)));
  for (const place of revoked) {
    const at = place >> 3;
    bytes[at] = (bytes[at] ?? 0) | (1 << (place & 7));
  }
  return bytes;
}

/** The most characters that a request for an air-gapped machine has. */
export const MAX_REQUEST_LENGTH = 4096;
/** The label of the machine's activation holds it. */
const MAX_FINGERPRINT_LENGTH = 200;

/**
 * The fingerprint in the request of a machine without a connection: the text itself, or `fingerprint` of a JSON object
 * (docs/contract/leases.md#machines-without-a-connection). Null where there is none, or one of more than 200 characters.
 */
export function fingerprintOf(request: string): string | null {
  const text = request.trim();
  const fingerprint = text.startsWith('{') ? fieldOf(text) : text;
  const isGood = fingerprint !== '' && [...fingerprint].length <= MAX_FINGERPRINT_LENGTH;
  return isGood && text.length <= MAX_REQUEST_LENGTH ? fingerprint : null;
}

function fieldOf(json: string): string {
  try {
    const { fingerprint } = JSON.parse(json) as { fingerprint?: unknown };
    return typeof fingerprint === 'string' ? fingerprint.trim() : '';
  } catch {
    return '';
  }
}
