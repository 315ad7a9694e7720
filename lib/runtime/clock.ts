/**
 * The real time: of sessions, tokens, leases, limits, retention and signatures. What an organization sells
 * goes by its own time instead, `clockOf` of the scope (docs/contract/time.md#clock).
 */
export function realTime(): Date {
  return new Date();
}
