/** A moment of the database's clock, and when it was read by this process's monotonic clock, in milliseconds. */
interface Reference {
  readonly time: number;
  readonly readAt: number;
}

/** What the time is taken from while this computer's clock is wrong: once a process, also where a bundler loads this module twice. */
const globals = globalThis as unknown as { tilldeskClock?: Reference | null };

/**
 * The real time: of sessions, tokens, leases, limits, retention and signatures. What an organization sells
 * goes by its own time instead, `clockOf` of the scope (docs/contract/time.md#clock). While this computer's clock
 * is wrong it is the database's, so that what is read has not expired before its time.
 */
export function realTime(): Date {
  const { tilldeskClock: reference } = globals;
  if (!reference) return new Date();
  return new Date(reference.time + performance.now() - reference.readAt);
}

/** Notes that this computer's clock is wrong, and the time by which to go instead; null that it is right. */
export function replaceClock(by: Reference | null): void {
  globals.tilldeskClock = by;
}

/** Whether this computer's clock is too far from the database's to write by it. */
export function isClockWrong(): boolean {
  return Boolean(globals.tilldeskClock);
}
