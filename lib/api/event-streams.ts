import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventStream, type StreamedEvent } from '@/lib/api/event-stream';
import { ApiError } from '@/lib/contract/errors';
import { logOutage, outageOf } from '@/lib/database/connection/errors';
import { type Listener, startListening } from '@/lib/database/connection/listen';
import { log } from '@/lib/runtime/log';
import { type Repeated, repeat } from '@/lib/runtime/repeat';

/** So many streams of an organization, and of all, does a node keep open. */
export const MAX_OF_ORGANIZATION = 100;
const MAX_OF_NODE = 1000;
/** How many events are read at once. */
const BATCH = 50;
/** After so many characters other work has its turn, and the readers drain. */
const CHARACTERS_A_TURN = 128 * 1024;
/** How often a node looks for numbers of which it may not have heard. */
const LOOK_MS = 1000;
const TELL_MS = 15_000;
const RIGHTS_MS = 60_000;

/** Where the events of organizations are read. */
export interface EventSource {
  /** The newest numbers of organizations that have any. */
  newest(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The newest number that may follow `after`; null where events between are no longer kept. */
  newestAfter(organizationId: string, after: number): Promise<number | null>;
  /** Events in the order of their numbers. */
  read(organizationId: string, part: Part): Promise<StreamedEvent[]>;
}

/** Events after a number, up to another where it is given, of these types; null is all. */
export interface Part {
  after: number;
  upTo?: number;
  types: ReadonlySet<string> | null;
  limit: number;
}

/** Who reads what. */
export interface Reading {
  organizationId: string;
  after: number;
  types: ReadonlySet<string> | null;
  /** The ids of the credential and of the user: what ends one of them is told by its id. */
  holders: readonly string[];
  /** What the reader may see by now; throws an {@link ApiError} where that is nothing any more. */
  typesNow: () => Promise<ReadonlySet<string> | null>;
  /** Does a part of the work of reading what was missed with the places of the request. */
  withPlaces: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Open extends Reading {
  stream: EventStream;
  /** When the rights are checked next, by `performance.now()`. */
  checkAt: number;
}

/** The live streams of an organization, which share one reading of new events. */
interface Live {
  last: number;
  readonly streams: Set<EventStream>;
  reading: Promise<void> | undefined;
  isAsked: boolean;
}

/**
 * The streams of a node (docs/contract/events.md#stream): one connection hears of new numbers, and each organization's
 * are read once for all of its streams.
 */
export class EventStreams {
  readonly #source: EventSource;
  readonly #open = new Map<EventStream, Open>();
  readonly #live = new Map<string, Live>();
  #watching: { listener: Listener; looking: Repeated; telling: NodeJS.Timeout } | undefined;
  #isStopping = false;

  constructor(source: EventSource) {
    this.#source = source;
  }

  /** Opens a stream. Throws 429 where the organization, or the node, has too many. */
  open(reading: Reading): Response {
    const { organizationId, after, types } = reading;
    const own = [...this.#open.values()].filter((one) => one.organizationId === organizationId);
    if (own.length >= MAX_OF_ORGANIZATION) {
      throw tooMany(`An organization has at most ${MAX_OF_ORGANIZATION} streams at a time.`);
    }
    if (this.#open.size >= MAX_OF_NODE) throw tooMany('Too many streams are open.');
    const stream = new EventStream({
      after,
      types,
      readMissed: (stream) =>
        this.#readMissed(stream, reading).catch((error) => {
          report(error, 'a stream of events broke off');
          stream.breakOff(error);
        }),
      onEnd: (stream) => this.#forget(stream, organizationId),
    });
    // What was taken away since the request was let in was told before anybody listened for this stream.
    this.#open.set(stream, { ...reading, stream, checkAt: 0 });
    this.#watch();
    return stream.response;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Ends every stream, and from now on each that is opened, so that its reader comes back to another node. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stream of [...this.#open.keys()]) stream.end();
    await this.#unwatch();
  }

  /** Writes a part of what a reader has missed, or makes him live where he has all. */
  async #readMissed(stream: EventStream, { organizationId, withPlaces }: Reading): Promise<void> {
    for (;;) {
      if (this.#isStopping) stream.end();
      if (stream.isOver) return;
      const after = stream.last;
      const part = await withPlaces(async () => {
        const upTo = await this.#source.newestAfter(organizationId, after);
        if (upTo === null || upTo === after) return { upTo, events: [] };
        const { types } = stream;
        const wanted = { after, upTo, types, limit: BATCH };
        return { upTo, events: await this.#source.read(organizationId, wanted) };
      });
      // He comes back, and is told what he has missed.
      if (part.upTo === null) stream.end();
      if (stream.isOver || part.upTo === null) return;
      for (const event of part.events) stream.take(event);
      if (part.events.length < BATCH) {
        stream.passTo(part.upTo);
        if (this.#join(stream, organizationId)) return;
      }
      if (stream.waiting > 0) return;
    }
  }

  /** Makes a stream live; false where others have been given more than it meanwhile. */
  #join(stream: EventStream, organizationId: string): boolean {
    const live = this.#live.get(organizationId) ?? {
      last: stream.last,
      streams: new Set<EventStream>(),
      reading: undefined,
      isAsked: false,
    };
    if (live.last > stream.last) return false;
    this.#live.set(organizationId, live);
    live.streams.add(stream);
    stream.isLive = true;
    // What was numbered since the last look was told to nobody.
    if (live.streams.size === 1) this.#readNew(organizationId, live);
    return true;
  }

  /** Has what is new be read, once more where that is under way. */
  #readNew(organizationId: string, live: Live): void {
    live.isAsked = true;
    live.reading ??= this.#readAllNew(organizationId, live)
      .catch((error) => report(error, 'new events cannot be read'))
      .finally(() => {
        live.reading = undefined;
      });
  }

  async #readAllNew(organizationId: string, live: Live): Promise<void> {
    while (live.isAsked && live.streams.size > 0) {
      live.isAsked = false;
      const part = { after: live.last, types: null, limit: BATCH };
      const events = await this.#source.read(organizationId, part);
      const [first] = events;
      // Some are no longer kept: the readers come back, and are told.
      if (first && first.number !== live.last + 1) {
        for (const stream of [...live.streams]) stream.end();
        return;
      }
      let characters = 0;
      for (const event of events) {
        live.last = event.number;
        for (const stream of [...live.streams]) stream.take(event);
        characters += event.text.length;
        if (characters < CHARACTERS_A_TURN) continue;
        characters = 0;
        await nextTurn();
      }
      live.isAsked ||= events.length === BATCH;
    }
  }

  #forget(stream: EventStream, organizationId: string): void {
    this.#open.delete(stream);
    const live = this.#live.get(organizationId);
    live?.streams.delete(stream);
    if (live?.streams.size === 0) this.#live.delete(organizationId);
    if (this.#open.size === 0) void this.#unwatch();
  }

  #watch(): void {
    if (this.#watching || this.#isStopping) return;
    this.#watching = {
      listener: startListening({
        event_numbers: (id) => this.#hearNumbers(id),
        rights: (id) => this.#hearRights(id),
      }),
      looking: repeat(
        () => this.#look().catch((error) => report(error, 'streams cannot be looked after')),
        LOOK_MS,
      ),
      telling: setInterval(() => {
        for (const stream of [...this.#open.keys()]) stream.tell();
      }, TELL_MS).unref(),
    };
  }

  async #unwatch(): Promise<void> {
    const { listener, looking, telling } = this.#watching ?? {};
    this.#watching = undefined;
    clearInterval(telling);
    await Promise.all([listener?.stop(), looking?.stop()]);
  }

  #hearNumbers(organizationId: string | null): void {
    for (const [id, live] of this.#live) {
      if (organizationId === null || id === organizationId) this.#readNew(id, live);
    }
  }

  #hearRights(id: string | null): void {
    const concerned = [...this.#open.values()].filter(
      ({ holders }) => id === null || holders.includes(id),
    );
    for (const open of concerned) open.checkAt = 0;
    void this.#checkRights().catch((error) => report(error, 'rights of streams cannot be checked'));
  }

  /** Finds numbers of which this node has not heard, and checks the rights that are due. */
  async #look(): Promise<void> {
    if (this.#live.size > 0) {
      for (const [id, newest] of await this.#source.newest([...this.#live.keys()])) {
        const live = this.#live.get(id);
        if (live && live.last < newest) this.#readNew(id, live);
      }
    }
    await this.#checkRights();
  }

  async #checkRights(): Promise<void> {
    for (const open of [...this.#open.values()]) {
      const now = performance.now();
      if (open.stream.isOver || open.checkAt > now) continue;
      open.checkAt = now + RIGHTS_MS;
      try {
        open.stream.types = await open.typesNow();
      } catch (error) {
        const isEnded = error instanceof ApiError && error.status < 500;
        if (isEnded) open.stream.end();
        else open.checkAt = 0;
        if (!isEnded) throw error;
      }
    }
  }
}

/** Logs what went wrong; `failure` is the line where it is no outage. */
function report(error: unknown, failure: string): void {
  logOutage(error);
  if (!outageOf(error)) log.error({ err: error }, failure);
}

function tooMany(detail: string): ApiError {
  return new ApiError('TooManyRequests', detail, { headers: { 'Retry-After': '30' } });
}
