import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '@/lib/contract/errors';

/** Places that several requests share, such as those of one caller. */
export interface Bound {
  readonly key: string;
  /** So many requests are worked on at once. */
  readonly places: number;
  /** So many are admitted: those that are worked on, and those that wait. */
  readonly most: number;
}

/** What a request takes when its turn comes: one place of each bound, all at the same moment. */
export interface Claim {
  readonly bounds: readonly Bound[];
  /** Requests of one line go in their order, those of different lines in turn. */
  readonly line: string;
}

interface Waiter {
  readonly bounds: readonly Bound[];
  readonly begin: () => void;
}

/**
 * What became of a request that waited for its places: it has them, too many waited already, or its client went
 * away. No error, since the code that asks may be another copy of this module, with another class of errors.
 */
type Entry = 'begun' | 'full' | 'abandoned';

/** How a request waits. */
interface Waiting {
  /** Called where it has to wait; a request is dropped when this aborts. */
  readonly abandoned?: () => AbortSignal;
  /** It had a place before: it goes ahead of its line, and is neither refused nor dropped. */
  readonly isReturning?: boolean;
}

/**
 * The places of a node. A request takes a place of each of its bounds at once or none, so requests never wait
 * for each other in a circle. The last place goes only to a request none of whose bounds has one taken: whoever
 * has places already leaves it to the others.
 */
export class Places {
  #free: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  /** Those who wait, by line; the line whose turn is next comes first. None of them can begin now. */
  readonly #lines = new Map<string, Waiter[]>();

  constructor(total: number) {
    this.#free = total;
  }

  /** Resolves when the places are taken, or when it is known that they will not be. */
  async enter({ bounds, line }: Claim, { abandoned, isReturning }: Waiting = {}): Promise<Entry> {
    if (this.#fits(bounds)) {
      this.#take(bounds);
      return 'begun';
    }
    const admitted = (key: string) => (this.#taken.get(key) ?? 0) + (this.#waiting.get(key) ?? 0);
    const isFull = bounds.some(({ key, most }) => admitted(key) >= most);
    if (isFull && !isReturning) return 'full';
    const client = isReturning ? undefined : abandoned?.();
    if (client?.aborted) return 'abandoned';
    return new Promise((resolve) => {
      const waiter: Waiter = {
        bounds,
        begin: () => {
          client?.removeEventListener('abort', drop);
          resolve('begun');
        },
      };
      const drop = () => {
        this.#remove(line, waiter);
        resolve('abandoned');
      };
      client?.addEventListener('abort', drop);
      const waiters = this.#lines.get(line) ?? [];
      if (isReturning) waiters.unshift(waiter);
      else waiters.push(waiter);
      this.#lines.set(line, waiters);
      count(this.#waiting, bounds, 1);
    });
  }

  /** Gives the places back, to those whose turn it is. */
  leave({ bounds }: Claim): void {
    this.#free += 1;
    count(this.#taken, bounds, -1);
    // A line that had its turn is put at the end, and so seen again until none of it can begin.
    for (const [line, waiters] of this.#lines) {
      if (this.#free === 0) return;
      const next = waiters.find((waiter) => this.#fits(waiter.bounds));
      if (!next) continue;
      this.#remove(line, next);
      if (this.#lines.delete(line)) this.#lines.set(line, waiters);
      this.#take(next.bounds);
      next.begin();
    }
  }

  #fits(bounds: readonly Bound[]): boolean {
    if (this.#free === 0) return false;
    return bounds.every(({ key, places }) => {
      const taken = this.#taken.get(key) ?? 0;
      return taken < (this.#free === 1 ? 1 : places);
    });
  }

  #take(bounds: readonly Bound[]): void {
    this.#free -= 1;
    count(this.#taken, bounds, 1);
  }

  #remove(line: string, waiter: Waiter): void {
    const waiters = this.#lines.get(line) ?? [];
    waiters.splice(waiters.indexOf(waiter), 1);
    if (waiters.length === 0) this.#lines.delete(line);
    count(this.#waiting, waiter.bounds, -1);
  }
}

function count(counts: Map<string, number>, bounds: readonly Bound[], by: 1 | -1): void {
  for (const { key } of bounds) {
    const sum = (counts.get(key) ?? 0) + by;
    if (sum === 0) counts.delete(key);
    else counts.set(key, sum);
  }
}

/** The places of the running request. */
interface Held {
  readonly places: Places;
  readonly claim: Claim;
  isHeld: boolean;
  isOver: boolean;
}

declare global {
  var tilldeskHeldPlaces: AsyncLocalStorage<Held> | undefined;
}

/** One a process, also where a bundler loads this module twice. */
globalThis.tilldeskHeldPlaces ??= new AsyncLocalStorage();
const held = globalThis.tilldeskHeldPlaces;

/**
 * Does a request's work while it has its places. Throws 429 where too many wait already, 503 where the client goes
 * away before the work has begun, and what `work` throws.
 */
export async function whileHolding<T>(
  places: Places,
  claim: Claim,
  abandoned: () => AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const entry = await places.enter(claim, { abandoned });
  if (entry === 'full') {
    const detail = 'Too many requests are waiting here already. Send fewer at once.';
    throw new ApiError('TooManyRequests', detail, { headers: { 'Retry-After': '1' } });
  }
  if (entry === 'abandoned') throw new ApiError('ServiceUnavailable', 'The client went away.');
  return hold(places, claim, work);
}

async function hold<T>(places: Places, claim: Claim, work: () => Promise<T>): Promise<T> {
  const own: Held = { places, claim, isHeld: true, isOver: false };
  try {
    return await held.run(own, work);
  } finally {
    own.isOver = true;
    // What outlives the request has nothing to give back.
    if (own.isHeld) places.leave(claim);
    own.isHeld = false;
  }
}

/**
 * For what the running request does after its answer has begun: returns what does each part with its places. Between
 * the parts it has none, so that a client that reads slowly holds nothing.
 */
export function placesForLater(): <T>(work: () => Promise<T>) => Promise<T> {
  const own = held.getStore();
  return async (work) => {
    if (!own || own.isHeld) return work();
    await own.places.enter(own.claim, { isReturning: true });
    return hold(own.places, own.claim, work);
  };
}

/**
 * Does what waits for something beside the database without the running request's places, which others have
 * meanwhile: never inside a transaction. Takes them again before it returns.
 */
export async function withoutPlace<T>(work: () => Promise<T>): Promise<T> {
  const own = held.getStore();
  if (!own?.isHeld) return work();
  const { places, claim } = own;
  own.isHeld = false;
  places.leave(claim);
  try {
    return await work();
  } finally {
    if (!own.isOver) {
      await places.enter(claim, { isReturning: true });
      own.isHeld = !own.isOver;
      // The request has ended while this waited.
      if (own.isOver) places.leave(claim);
    }
  }
}
