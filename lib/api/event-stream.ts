import { ApiError } from '@/lib/contract/errors';

/** An event as a stream writes it. */
export interface StreamedEvent {
  number: number;
  type: string;
  /** The event as JSON, in one line. */
  text: string;
}

/** A reader may leave so many bytes undrained. */
const MOST_WAITING = 1024 * 1024;
/** What was missed is read on when fewer bytes wait than this. */
const FEW_WAITING = 64 * 1024;
/** When a browser comes back after the end of a stream, in milliseconds. */
const RETRY_MS = 2000;

const encoder = new TextEncoder();
/** The bytes of events, which are the same for all that read them. */
const encoded = new WeakMap<StreamedEvent, Uint8Array>();

function bytesOf(event: StreamedEvent): Uint8Array {
  const known = encoded.get(event);
  if (known) return known;
  const { number, type, text } = event;
  const bytes = encoder.encode(`id: ${number}\nevent: ${type}\ndata: ${text}\n\n`);
  encoded.set(event, bytes);
  return bytes;
}

/** What a stream needs of whoever opens it. */
export interface StreamOptions {
  /** The number before the first event. */
  after: number;
  /** The types that the reader may see and has asked for; null is all. */
  types: ReadonlySet<string> | null;
  /** Reads on what was missed until bytes wait to be drained, or the stream is live. */
  readMissed: (stream: EventStream) => Promise<void>;
  /** Called once when it is over, whoever has ended it. */
  onEnd: (stream: EventStream) => void;
}

/**
 * The stream of server-sent events of one reader (docs/contract/events.md#stream). What he missed is read as he drains
 * it; once he has all of it he is live, and is given what is new.
 */
export class EventStream {
  readonly response: Response;
  types: ReadonlySet<string> | null;
  /** The number of the last event that was examined, whether or not it was written. */
  last: number;
  isLive = false;
  readonly #onEnd: (stream: EventStream) => void;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOver = false;

  constructor({ after, types, readMissed, onEnd }: StreamOptions) {
    this.last = after;
    this.types = types;
    this.#onEnd = onEnd;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\nid: ${after}\n\n`));
        },
        pull: async () => {
          if (!this.isLive && !this.#isOver && this.waiting <= FEW_WAITING) await readMissed(this);
        },
        cancel: () => this.#finish(),
      },
      { highWaterMark: MOST_WAITING, size: ({ byteLength }) => byteLength },
    );
    const headers = {
      'Content-Type': 'text/event-stream',
      // Nothing follows on this connection, so the end of the stream is its end, and holds no stop of the node.
      Connection: 'close',
      // Proxies pass on what they have.
      'X-Accel-Buffering': 'no',
    };
    this.response = new Response(body, { headers });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** How many bytes the reader has not drained. */
  get waiting(): number {
    return MOST_WAITING - (this.#controller.desiredSize ?? MOST_WAITING);
  }

  /** Examines the next event, and writes it where the reader may see it; those that he has had are left out. */
  take(event: StreamedEvent): void {
    if (this.#isOver || event.number <= this.last) return;
    this.last = event.number;
    if (this.types && !this.types.has(event.type)) return;
    this.#write(bytesOf(event));
  }

  /** Notes that nothing up to a number is left for this reader. */
  passTo(number: number): void {
    this.last = Math.max(this.last, number);
  }

  /** Writes how far the stream is, so that a reader whom few events concern does not begin far behind. */
  tell(): void {
    // While he reads what he missed, numbers are on their way.
    if (this.#isOver || (!this.isLive && this.waiting > 0)) return;
    this.#write(encoder.encode(`id: ${this.last}\n:\n\n`));
  }

  /** Ends the stream, so that the reader comes back and goes on. One who leaves much undrained is cut off. */
  end(): void {
    if (this.#isOver) return;
    if (this.waiting > FEW_WAITING) {
      this.breakOff(new ApiError('ServiceUnavailable', 'The stream ends.'));
      return;
    }
    this.#controller.close();
    this.#finish();
  }

  /** Cuts the connection. */
  breakOff(error: unknown): void {
    if (this.#isOver) return;
    this.#controller.error(error);
    this.#finish();
  }

  #write(bytes: Uint8Array): void {
    if (this.isLive && this.waiting >= MOST_WAITING) {
      this.breakOff(new ApiError('ServiceUnavailable', 'The reader is too slow.'));
    } else {
      this.#controller.enqueue(bytes);
    }
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd(this);
  }
}
