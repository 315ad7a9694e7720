/**
 * The one clock that the product's rules read (docs/contract/time.md#clock). A function, so that an
 * organization's test clock has one place to come in.
 */
export function now(): Date {
  return new Date();
}
