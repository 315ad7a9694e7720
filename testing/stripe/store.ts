import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

/** A stored object: as Stripe prints it, and what it keeps to itself. */
export interface Row<Printed extends { id: string } = { id: string }, Own = unknown> {
  printed: Printed;
  own: Own;
}

/** A row that was put, or the id of one that was removed. */
type Written = [space: string, collection: string, row: Row | string];

/**
 * What the double knows, by space (an account in one mode), kind and id, in the order of creation. With a file, what a
 * request wrote is there before its answer goes out: all of it or nothing, so that a double that is killed and started
 * again continues as Stripe does.
 */
export class Store {
  private readonly rows = new Map<string, Map<string, Row>>();
  private written: Written[] = [];

  constructor(private readonly file: string | null = null) {
    if (file === null || !existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    // The last line may be cut off: what it was about never happened.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    truncateSync(file, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) {
      if (line !== '') for (const written of JSON.parse(line) as Written[]) this.set(written);
    }
  }

  private set([space, collection, row]: Written): void {
    const name = `${space} ${collection}`;
    let rows = this.rows.get(name);
    if (!rows) {
      rows = new Map();
      this.rows.set(name, rows);
    }
    if (typeof row === 'string') rows.delete(row);
    else rows.set(row.printed.id, row);
  }

  all<R extends Row>(space: string, collection: string): R[] {
    return [...(this.rows.get(`${space} ${collection}`)?.values() ?? [])] as R[];
  }

  find<R extends Row>(space: string, collection: string, id: string): R | undefined {
    return this.rows.get(`${space} ${collection}`)?.get(id) as R | undefined;
  }

  /** Keeps an object that is new or was changed. */
  put(space: string, collection: string, row: Row): void {
    this.set([space, collection, row]);
    if (this.file !== null) this.written.push([space, collection, row]);
  }

  remove(space: string, collection: string, id: string): void {
    this.set([space, collection, id]);
    if (this.file !== null) this.written.push([space, collection, id]);
  }

  /** Ends what a request, or the time, has changed. */
  commit(): void {
    if (this.file === null || this.written.length === 0) return;
    appendFileSync(this.file, `${JSON.stringify(this.written)}\n`);
    this.written = [];
  }
}
