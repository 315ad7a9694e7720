/**
 * The clock that all rules use (docs/contract/time.md#clock); the place where an organization's test clock
 * applies.
 */
export function now(): Date {
  return new Date();
}
