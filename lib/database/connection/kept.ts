interface Everything {
  readonly all: Set<{ clear(): void }>;
  from?: string;
}

const globals = globalThis as unknown as { tilldeskKept?: Everything };
// One a process, like the connections, also where a bundler loads this module twice.
globals.tilldeskKept ??= { all: new Set() };
const everything = globals.tilldeskKept;

/**
 * Forgets everything where it was read from another start of the server: one that has lost its last
 * transactions, or takes the place of one, gives their numbers to others.
 */
export function keepFrom(server: string): void {
  if (server === everything.from) return;
  everything.from = server;
  for (const kept of everything.all) kept.clear();
}

/** What was used last, so many of it, in the memory of this process. */
export class Kept<Value> {
  readonly #most: number;
  /** The oldest first. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
    everything.all.add(this);
  }

  clear(): void {
    this.#values.clear();
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
  }
}
