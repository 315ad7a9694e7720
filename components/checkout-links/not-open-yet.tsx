/** Tells the seller that the address of a link does not answer yet. */
export function NotOpenYet() {
  return (
    <p className="max-w-prose text-muted">
      Buyers can’t open checkout links yet. You can set links up now, but don’t share them until the
      buyer page is available.
    </p>
  );
}
