import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { z } from 'zod';
import { commit, commitOne } from '@/lib/api/commands';
import { organizationFor } from '@/lib/api/tenancy';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { paginated } from '@/lib/contract/pagination';
import { timestamp } from '@/lib/contract/serialize';
import { DAY_MS } from '@/lib/contract/times';
import { outageOf } from '@/lib/database/connection/errors';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { expireCheckout } from '@/lib/resources/checkouts/jobs';
import { endUnusedWith } from '@/lib/resources/license-keys/jobs';
import type { Organization } from '@/lib/resources/organizations/schema';
import { getHeld, get as getOrganization } from '@/lib/resources/organizations/service';
import { findActive } from '@/lib/resources/payment-connections/service';
import { attempts, chargeAttempt, SETTLE_AFTER_MS } from '@/lib/resources/payments/service';
import { type Item, inOrder, MAX_ITEMS, targetProblem } from '@/lib/resources/test-clocks/rules';
import type { TestClock, TestClockAdvance } from '@/lib/resources/test-clocks/schema';
import {
  clocks,
  type DueItem,
  serializeTestClock,
  type TestClockRow,
} from '@/lib/resources/test-clocks/service';
import { addDeadJob } from '@/lib/runtime/jobs/dead';
import { addJob, handler, jobKind } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';
import { settle } from '@/lib/workflows/charge-subscription';
import { forecast } from '@/lib/workflows/forecast';
import { remind } from '@/lib/workflows/remind-buyers';
import { runDue } from '@/lib/workflows/renew-subscriptions';
import { askAndSettle } from '@/lib/workflows/settle-payments';

/** Items read at once, and how many groups of them run side by side. */
const BATCH = 400;
const CONCURRENCY = 4;
/** So many subscriptions share transactions. */
const GROUP = 16;
/** Only what is due within so much time of each other runs side by side, ms. */
const WINDOW_MS = DAY_MS;
/** An item that is still due after so many tries is set aside. */
const TRIES = 5;
/** Before a further try, multiplied by their number. */
const PAUSE_MS = 50;
const PROGRESS_MS = 500;
/** How long requests that began before the clock was frozen may still write. */
const WRITERS_MS = 20_000;

/** An advance runs for so long at a time while clocks of other organizations wait. */
const SLICE_MS = 15_000;

const advanceKind = jobKind('advance_clock', z.object({ organization_id: Id }), { lane: 'clocks' });
/** An item that was set aside: dead from the beginning, for the operator. */
const itemKind = jobKind(
  'test_clock_item',
  z.object({ organization_id: Id, object_id: Id, kind: z.string(), due_at: z.iso.datetime() }),
  { maxAttempts: TRIES, lane: 'clocks' },
);

/**
 * Advances a test clock, or with `dry_run` tells what would happen (docs/contract/time.md#advancing). Throws
 * 403 `NotPermitted` for a live organization and one that is to be deleted, 409 while it is advancing, 422 at `to`.
 */
export async function advance(
  scope: Scope,
  body: TestClockAdvance,
  query: { page: number; limit: number },
) {
  const organizationId = organizationFor(scope, body.organization_id);
  const organization = await getOrganization(scope, organizationId);
  if (!organization.is_sandbox) {
    throw new ApiError('NotPermitted', 'Only sandbox organizations have a test clock.');
  }
  if (organization.deletion_scheduled_at !== null) {
    const detail = 'The organization is scheduled for deletion: nothing happens until it is kept.';
    throw new ApiError('NotPermitted', detail);
  }
  await requireMovable(scope, organizationId);
  if (body.dry_run) {
    // Outside of a transaction: a connection is not held while others have their turn.
    const found = await dryRunInTurn(organizationId, () =>
      preview(scope, organization, body.to, query),
    );
    return commitOne(scope, async () => found);
  }
  return commit(scope, (scope) => begin(scope, organizationId, body.to));
}

/** Throws 403 where an organization sells through Stripe's test mode, whose clock is the real one. */
async function requireMovable(scope: Scope, organizationId: string): Promise<void> {
  if (!(await findActive(scope, organizationId))) return;
  const detail = 'This sandbox sells through Stripe’s test mode, which has no test clock here.';
  throw new ApiError('NotPermitted', detail);
}

/** A node makes one dry run at a time, */
const dryRuns = new PQueue({ concurrency: 1 });
/** and of the waiting ones one of each organization in turn. */
const dryRunsOf = new Map<string, PQueue>();

function dryRunInTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  let own = dryRunsOf.get(organizationId);
  if (!own) {
    own = new PQueue({ concurrency: 1 }).on('idle', () => dryRunsOf.delete(organizationId));
    dryRunsOf.set(organizationId, own);
  }
  return own.add(() => dryRuns.add(work));
}

async function begin(scope: Scope, organizationId: string, to: Date): Promise<TestClock> {
  await getHeld(scope, organizationId);
  await requireMovable(scope, organizationId);
  const clock = await clocks.lock(scope, organizationId, scope.realTime);
  requireAdvanceable(clock, clock.now, to);
  const begun = await clocks.begin(scope, organizationId, to);
  await queue(scope, organizationId);
  return serializeTestClock(organizationId, begun, scope.realTime);
}

function requireAdvanceable(clock: TestClockRow | null, now: Date, to: Date): void {
  if (clock?.target) throw new ApiError('Conflict', 'The test clock is already advancing.');
  const problem = targetProblem(now, to);
  if (problem) throw invalid(bodyProblem('to', problem));
}

async function preview(
  scope: Scope,
  organization: Organization,
  to: Date,
  { page, limit }: { page: number; limit: number },
) {
  const clock = await clocks.find(scope, organization.id);
  const from = clock?.now ?? scope.realTime;
  requireAdvanceable(clock, from, to);
  const items: Item[] = [];
  for await (const item of forecast(scope, organization, { from, to })) {
    items.push(item);
    if (items.length > MAX_ITEMS) {
      const why = 'More than 20,000 events would happen by then. Choose an earlier time.';
      throw invalid(bodyProblem('to', why));
    }
  }
  const shown = inOrder(items).slice((page - 1) * limit, page * limit);
  return paginated(shown.map(serializeItem), items.length, limit);
}

function serializeItem({ at, kind, objectId, amount, currency, outcome }: Item) {
  return {
    at: timestamp(at),
    kind,
    object_id: objectId,
    amount,
    currency,
    outcome,
  };
}

function queue(scope: Scope, organizationId: string): Promise<string> {
  // Each node has a slot for one clock: no queue, so that those of several nodes run beside each other.
  const options = { key: organizationId, queue: null };
  return addJob(scope, advanceKind, { organization_id: organizationId }, options);
}

/**
 * Runs an advance (docs/contract/time.md#while-advancing), in turn with those of other organizations: where one of
 * them waits, the job ends after a slice of time and is queued again behind it. Where the process stops, the next
 * worker goes on: as a job of its own, because one that failed would wait longer after each stop.
 */
export const advanceClocks = (sliceMs = SLICE_MS) =>
  handler(advanceKind, async ({ organization_id }, signal) => {
    try {
      if (await new Advance(organization_id, { signal, sliceMs }).run()) return;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await transaction(systemScope(organization_id), (scope) => queue(scope, organization_id));
  });

export const advanceClock = advanceClocks();

/** Has an item that was set aside run with what is due, within a minute. */
export const requeueItem = handler(itemKind, async ({ organization_id, object_id }) => {
  await clocks.requeue(systemScope(organization_id), object_id);
});

function keyOf({ id, at }: DueItem): string {
  return `${id} ${at.getTime()}`;
}

/** Reminders, and the ends of activations, are no events of the forecast. */
function isUncounted({ kind }: DueItem): boolean {
  return kind === 'reminder' || kind === 'activation';
}

/** Groups of subscriptions that follow each other, and each other item by itself. */
function inGroups(items: readonly DueItem[]): DueItem[][] {
  const groups: DueItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isMore = last?.[0]?.kind === 'subscription' && last.length < GROUP;
    if (isMore && item.kind === 'subscription') last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/**
 * An advance that runs. All that it does is found in the database by its due time and done under the row's
 * lock, so that it goes on after a crash, and even one that runs twice does each thing once. The clock's `now`
 * is the moment before which everything has been done.
 */
class Advance {
  readonly #organizationId: string;
  readonly #signal: AbortSignal;
  /** When it makes way for others (ms). */
  readonly #sliceEnd: number;
  /** How often each item was tried. */
  readonly #tries = new Map<string, number>();
  /** Those that are tried again, which another run of the job would begin to count anew. */
  readonly #failing = new Set<string>();
  /** When discounts end: counted, with nothing to do. */
  #discountEnds: Date[] = [];
  /** The moment before which everything has been done. */
  #reached = new Date(0);
  #done = 0;
  #total = 0;
  #savedAt = 0;

  constructor(
    organizationId: string,
    { signal, sliceMs }: { signal: AbortSignal; sliceMs: number },
  ) {
    this.#organizationId = organizationId;
    this.#signal = signal;
    this.#sliceEnd = performance.now() + sliceMs;
  }

  /** Returns false where it has made way for another organization's. */
  async run(): Promise<boolean> {
    const scope = systemScope(this.#organizationId);
    const clock = await clocks.find(scope, this.#organizationId);
    if (!clock?.target) return true;
    await clocks.waitForWriters(WRITERS_MS);
    const organization = await getOrganization(scope, this.#organizationId);
    await this.#count(organization, clock, clock.target);
    this.#reached = clock.now;
    for (;;) {
      this.#signal.throwIfAborted();
      const span = { now: this.#reached, to: clock.target, limit: BATCH };
      const due = await clocks.findDue(
        systemScope(this.#organizationId),
        this.#organizationId,
        span,
      );
      const [first] = due;
      if (!first) {
        await this.#save(clock.target, 0);
        if (await this.#end()) return true;
        continue;
      }
      this.#reached = first.at;
      await this.#save(first.at, PROGRESS_MS);
      const windowEnd = first.at.getTime() + WINDOW_MS;
      await this.#runSideBySide(
        organization,
        due.filter(({ at }) => at.getTime() < windowEnd),
      );
      if (await this.#makesWay()) return false;
    }
  }

  /** Whether its time is over and another organization's clock waits. */
  async #makesWay(): Promise<boolean> {
    if (this.#failing.size > 0 || performance.now() < this.#sliceEnd) return false;
    if (!(await clocks.isAnotherWaiting(advanceKind.name))) return false;
    await this.#save(this.#reached, 0);
    return true;
  }

  /** What is done of the total: after a crash, the rest is counted again. */
  async #count(organization: Organization, { now: from, total }: TestClockRow, to: Date) {
    let left = 0;
    const scope = systemScope(this.#organizationId, from);
    for await (const { kind, at } of forecast(scope, organization, { from, to })) {
      left += 1;
      if (kind === 'discount_end') this.#discountEnds.push(at);
    }
    this.#total = Math.max(total, left);
    this.#done = this.#total - left;
  }

  /** Writes the progress, at most once in so many milliseconds. */
  async #save(now: Date, every: number): Promise<void> {
    const isPast = (end: Date) => end <= now;
    this.#done += this.#discountEnds.filter(isPast).length;
    this.#discountEnds = this.#discountEnds.filter((end) => !isPast(end));
    const moment = performance.now();
    if (this.#savedAt !== 0 && moment - this.#savedAt < every) return;
    this.#savedAt = moment;
    const progress = { now, done: this.#done, total: this.#total };
    await clocks.saveProgress(this.#organizationId, progress);
  }

  /** Ends the advance unless something has become due in the meantime. */
  #end(): Promise<boolean> {
    return transaction(systemScope(this.#organizationId), async (scope) => {
      const clock = await clocks.lock(scope, this.#organizationId, scope.realTime);
      if (!clock.target) return true;
      const span = { now: clock.now, to: clock.target, limit: 1 };
      if ((await clocks.findDue(scope, this.#organizationId, span)).length > 0) return false;
      await clocks.end(scope, clock);
      return true;
    });
  }

  /**
   * Does items side by side, in the order of their start: of each chain the first, the others are found again.
   * Subscriptions share transactions, which doubles the speed.
   */
  async #runSideBySide(organization: Organization, items: readonly DueItem[]): Promise<void> {
    const first = new Map<string, DueItem>();
    for (const item of items) if (!first.has(item.chain)) first.set(item.chain, item);
    const next = inGroups([...first.values()]).values();
    const worker = async () => {
      for (const group of next) await this.#tryTogether(organization, group);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  /** Does a group of items; where that fails, one after the other. */
  async #tryTogether(organization: Organization, items: readonly DueItem[]): Promise<void> {
    const isNew = items.every((item) => !this.#tries.has(keyOf(item)));
    if (isNew && items.length > 1) {
      this.#signal.throwIfAborted();
      try {
        const scope = systemScope(this.#organizationId);
        const due = items.map(({ id, at }) => ({ id, now: at }));
        await runDue(scope, organization, due, { waits: true });
        for (const item of items) this.#tries.set(keyOf(item), 1);
        this.#done += items.length;
        await this.#save(this.#reached, PROGRESS_MS);
        return;
      } catch (error) {
        if (outageOf(error)) throw error;
        log.warn({ err: error, items: items.length }, 'items of a test clock failed together');
      }
    }
    for (const item of items) await this.#try(organization, item);
  }

  /** Does an item. One that fails is found again; the fifth time it is set aside. */
  async #try(organization: Organization, item: DueItem): Promise<void> {
    this.#signal.throwIfAborted();
    const tries = (this.#tries.get(keyOf(item)) ?? 0) + 1;
    this.#tries.set(keyOf(item), tries);
    if (tries > 1) await sleep(PAUSE_MS * tries);
    try {
      if (tries > TRIES) throw new Error('It was run, and is still due');
      await this.#perform(organization, item);
      this.#failing.delete(keyOf(item));
      if (!isUncounted(item)) this.#done += 1;
    } catch (error) {
      if (outageOf(error)) throw error;
      log.warn({ err: error, object: item.objectId, tries }, 'an item of a test clock failed');
      if (tries < TRIES) {
        this.#failing.add(keyOf(item));
      } else {
        this.#failing.delete(keyOf(item));
        await this.#setAside(item, String(error));
      }
    }
    await this.#save(this.#reached, PROGRESS_MS);
  }

  async #perform(organization: Organization, { kind, id, at }: DueItem): Promise<void> {
    const scope = systemScope(this.#organizationId, at);
    switch (kind) {
      case 'subscription':
        await runDue(scope, organization, [{ id, now: at }], { waits: true });
        return;
      case 'expiry':
        return expireCheckout(scope, id);
      case 'reminder':
        return remind(organization.id, { id, now: at });
      case 'activation':
        return endUnusedWith(organization.id, { id, now: at });
      case 'pending':
        return this.#settlePending(id, at);
      case 'payment': {
        const attempt = await attempts.find(scope, id);
        if (attempt) await askAndSettle(attempt, at);
      }
    }
  }

  /**
   * Settles a payment that nobody knows the outcome of: one of this advance, which a crash has left, by
   * charging it again under its key; one of a buyer when his request has answered, or is gone.
   */
  async #settlePending(id: string, at: Date): Promise<void> {
    for (;;) {
      const scope = systemScope(this.#organizationId, at);
      const attempt = await attempts.find(scope, id);
      if (attempt?.status !== 'pending') return;
      if (attempt.checkoutId === null) {
        const outcome = await chargeAttempt(attempt);
        await transaction(scope, (inner) => settle(inner, attempt, outcome, at));
      } else if (scope.realTime.getTime() - attempt.claimedAt.getTime() > SETTLE_AFTER_MS) {
        await askAndSettle(attempt, at);
      } else {
        await sleep(200, undefined, { signal: this.#signal });
      }
    }
  }

  async #setAside({ objectId, kind, at: dueAt }: DueItem, error: string): Promise<void> {
    const organizationId = this.#organizationId;
    await transaction(systemScope(organizationId), async (scope) => {
      const failure = { organizationId, objectId, kind, dueAt, error };
      if (!(await clocks.setAside(scope, failure))) return;
      const payload = {
        organization_id: organizationId,
        object_id: objectId,
        kind,
        due_at: timestamp(dueAt),
      };
      await addDeadJob(scope, itemKind, payload, error);
    });
  }
}
