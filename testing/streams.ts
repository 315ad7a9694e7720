import type { Event } from '@/lib/resources/events/schema';

/** A part of a stream of server-sent events: an event, or an `id` without data. */
interface Part {
  id: number;
  event?: Event;
}

/** Reads the stream of a response. */
export class StreamReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** What came so far, as it was written. */
  raw = '';

  constructor({ status, body }: Response) {
    if (status !== 200 || !body) throw new Error(`A stream is 200, not ${status}`);
    this.#reader = body.getReader();
  }

  /** The next part; null at the end. */
  async next(): Promise<Part | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return parse(block);
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      const text = this.#decoder.decode(value, { stream: true });
      this.#text += text;
      this.raw += text;
    }
  }

  /** The next events, as many as are wanted; what comes without data is passed over. */
  async events(count: number): Promise<Event[]> {
    const events: Event[] = [];
    while (events.length < count) {
      const part = await this.next();
      if (!part) throw new Error(`The stream ended after ${events.length} events`);
      if (part.event) events.push(part.event);
    }
    return events;
  }

  /** Their numbers. */
  async numbers(count: number): Promise<number[]> {
    return (await this.events(count)).map(({ number }) => number);
  }

  /** Reads to the end, which somebody else makes; answers the numbers that came. */
  async rest(): Promise<number[]> {
    const numbers: number[] = [];
    for (;;) {
      const part = await this.next();
      if (!part) return numbers;
      if (part.event) numbers.push(part.event.number);
    }
  }

  /** The reader goes away. */
  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

function parse(block: string): Part {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get('data');
  return { id: Number(fields.get('id')), ...(data && { event: JSON.parse(data) as Event }) };
}
