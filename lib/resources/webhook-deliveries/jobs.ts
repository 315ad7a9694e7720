import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@/lib/contract/times';
import { isConflict, logOutage, outageOf } from '@/lib/database/connection/errors';
import { onNumbered } from '@/lib/resources/events/service';
import { countRefusal } from '@/lib/resources/refusals/service';
import type { ClaimedDelivery, Try } from '@/lib/resources/webhook-deliveries/repository';
import * as repository from '@/lib/resources/webhook-deliveries/repository';
import {
  type Allotment,
  allot,
  isFailingForGood,
  type Place,
} from '@/lib/resources/webhook-deliveries/rules';
import { tryDelivery } from '@/lib/resources/webhook-deliveries/service';
import { newId } from '@/lib/runtime/ids';
import { inBatches } from '@/lib/runtime/jobs/batches';
import type { Worker } from '@/lib/runtime/jobs/worker';
import { log } from '@/lib/runtime/log';

/** How often a node looks for what has become due; of events that it numbers itself it hears at once. */
const LOOK_MS = 1000;
/** When another node takes over what one has claimed. */
const CLAIM_MS = 60_000;
/** For so long a place begins further tries of what was claimed for it; then places are divided anew. */
const SERVED_MS = 1000;
/** For so long outcomes gather before one statement writes them. */
const GATHER_MS = 10;
/** How often the writing of outcomes is tried, and after what pause: less than a claim in all. */
const WRITES = { most: 40, mostStopping: 3, pauseMs: 1000 };
/** How long a node that stops waits for the tries that are under way. */
const STOP_MS = 3000;
const KEPT_DAYS = 30;
const BATCH = 2000;

/** Deletes deliveries after 30 days, with their attempts. */
export async function purgeDeliveries(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await inBatches(async () => (await repository.deleteOldest(before, BATCH)) === BATCH);
}

/** Switches off an endpoint that is gone, or failing for too long. */
type SwitchOff = (
  organizationId: string,
  endpointId: string,
  reason: 'gone' | 'failing',
) => Promise<void>;

/**
 * Starts what delivers webhooks on this node, beside the workers: a receiver that hangs holds a place of its own here,
 * and none of those that send mails and renew subscriptions (docs/contract/events.md#delivery).
 *
 * @param clock the real time; null while this computer's clock is wrong, when nothing is sent
 */
export function startDeliveries(clock: () => Date | null, switchOff: SwitchOff): Worker {
  const runner = new Deliveries(clock, switchOff);
  runner.start();
  const stopListening = onNumbered(() => runner.wake());
  return {
    stop: async () => {
      stopListening();
      await runner.stop();
    },
  };
}

/** Tries everything that is due at a moment, and what that makes due then; for tests of later times. */
export async function deliverDue(now: Date, switchOff: SwitchOff): Promise<void> {
  const runner = new Deliveries(() => now, switchOff);
  while ((await runner.claim()) > 0) await runner.idle();
}

/** Deliveries of an endpoint that its places take from. */
interface Claimed {
  batch: ClaimedDelivery[];
  claimedAt: Date;
}

/** The tries of a node. */
class Deliveries {
  readonly #claimId = newId();
  readonly #clock: () => Date | null;
  readonly #switchOff: SwitchOff;
  readonly #places = new Set<Place & { freed: Promise<void> }>();
  readonly #stopping = new AbortController();
  #isStopped = false;
  #running: Promise<void> | undefined;
  #wake = () => {};
  #isAwake = false;
  #outcomes: { one: Try; written: () => void }[] = [];
  #writing: Promise<void> | undefined;

  constructor(clock: () => Date | null, switchOff: SwitchOff) {
    this.#clock = clock;
    this.#switchOff = switchOff;
  }

  /** Begins to claim and to try, until it is stopped. */
  start(): void {
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isAwake = false;
      const claimed = await this.claim().catch(logFailure);
      if (claimed === 0 && !this.#isAwake && !this.#isStopped) await this.#sleep();
    }
  }

  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Takes what is due, as far as there are free places, and begins to try it; returns how much that is. */
  async claim(): Promise<number> {
    const now = this.#clock();
    if (now === null) return 0;
    const due = await repository.findDue(now);
    if (due.length === 0) return 0;
    const allotments = allot(shuffled(due), [...this.#places], performance.now());
    if (allotments.length === 0) return 0;
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await repository.claim(allotments, { claimId: this.#claimId, now, until });
    for (const allotment of allotments) {
      const { endpointId } = allotment;
      const batch = claimed.filter((delivery) => delivery.endpointId === endpointId);
      this.#serve(allotment, { batch, claimedAt: now });
    }
    return claimed.length;
  }

  /** Resolves when nothing is open any more. */
  async idle(): Promise<void> {
    while (this.#places.size > 0) {
      await Promise.all([...this.#places].map(({ freed }) => freed));
    }
  }

  /** Ends the node's tries: those that do not end soon are broken off, and are tried by others. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    // What it is claiming has begun by then.
    await this.#running;
    const breakOff = setTimeout(() => this.#stopping.abort(), STOP_MS);
    await this.idle();
    clearTimeout(breakOff);
  }

  /** Takes the places of an endpoint that have something to do: they share what was claimed. */
  #serve({ places, ...endpoint }: Allotment, claimed: Claimed): void {
    const now = performance.now();
    for (let nth = Math.min(places, claimed.batch.length); nth > 0; nth -= 1) {
      const place = { ...endpoint, triedSince: now, freed: Promise.resolve() };
      this.#places.add(place);
      place.freed = this.#tryEach(claimed, place, now + SERVED_MS)
        .catch(logFailure)
        .then(() => {
          this.#places.delete(place);
          this.wake();
        });
    }
  }

  /** Tries what is left of a batch; gives the rest back once one has failed, or there is no time for more. */
  async #tryEach({ batch, claimedAt }: Claimed, place: Place, until: number): Promise<void> {
    const kept: Promise<void>[] = [];
    for (let next = batch.shift(); next; next = batch.shift()) {
      place.triedSince = performance.now();
      const at = this.#clock();
      const one = at && (await tryDelivery(next, at, this.#stopping.signal));
      if (one) kept.push(this.#keep(one));
      else batch.push(next);
      if (one?.outcome !== 'succeeded' || performance.now() > until || this.#isStopped) break;
    }
    const rest = batch.splice(0);
    if (rest.length > 0) await repository.release(this.#claimId, rest, claimedAt);
    await Promise.all(kept);
  }

  /** Resolves when the outcome of a try is written: one statement for all that ended while the one before was written. */
  #keep(one: Try): Promise<void> {
    return new Promise((resolve) => {
      this.#outcomes.push({ one, written: resolve });
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = undefined;
      });
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#outcomes.length > 0) {
      await sleep(GATHER_MS);
      const batch = this.#outcomes.splice(0);
      // What cannot be written is claimed until its claim ends, and tried again: the receiver gets it twice.
      await this.#write(batch.map(({ one }) => one)).catch(logFailure);
      for (const { written } of batch) written();
    }
  }

  async #write(tries: readonly Try[]): Promise<void> {
    const gone = new Set(
      tries.filter(({ httpStatus }) => httpStatus === 410).map(({ endpointId }) => endpointId),
    );
    for (const one of tries) if (one.outcome === 'address_refused') countAddress(one);
    const latest = new Date(Math.max(...tries.map(({ at }) => at.getTime())));
    for (const { endpointId, organizationId, failingSince } of await this.#writeTries(tries)) {
      const isForGood = isFailingForGood(failingSince, latest);
      if (gone.has(endpointId)) await this.#switchOff(organizationId, endpointId, 'gone');
      else if (isForGood) await this.#switchOff(organizationId, endpointId, 'failing');
    }
  }

  /** Waits for a database that is away, or whose rows others lock in another order. */
  async #writeTries(tries: readonly Try[]) {
    for (let written = 1; ; written += 1) {
      try {
        return await repository.writeTries(tries);
      } catch (error) {
        const most = this.#isStopped ? WRITES.mostStopping : WRITES.most;
        const isPassing = isConflict(error) || outageOf(error) !== undefined;
        if (!isPassing || written >= most) throw error;
        logOutage(error);
        await sleep(WRITES.pauseMs, undefined, { ref: false });
      }
    }
  }
}

/** Has the seller told that an address is not allowed (docs/contract/events.md#refusals). */
function countAddress({ organizationId, endpointId, error, at }: Try): void {
  countRefusal({
    organizationId,
    kind: 'webhook_address',
    code: 'ADDRESS_REFUSED',
    detail: error ?? '',
    object: { kind: 'webhook_endpoint', id: endpointId },
    // The place in the guide.
    operation: 'addresses',
    checkoutId: null,
    requestId: null,
    at,
  });
}

/** In another order each time, so that no endpoint is always the last. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function logFailure(error: unknown): 0 {
  logOutage(error);
  if (!outageOf(error)) log.error({ err: error }, 'webhooks are not delivered');
  return 0;
}
