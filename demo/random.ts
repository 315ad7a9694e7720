import { v7 } from 'uuid';

/** Numbers that look random and are the same in every run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to and without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)] as T;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }

  /** An id that was made at that time. */
  id(at: Date): string {
    return v7({ msecs: at.getTime(), random: this.bytes(16), seq: this.between(0, 0x7fffffff) });
  }

  /** A version 4 UUID, as license keys have. */
  uuid(): string {
    const hex = Buffer.from(this.bytes(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** `length` URL-safe characters. */
  text(length: number): string {
    return Buffer.from(this.bytes(length)).toString('base64url').slice(0, length);
  }
}
