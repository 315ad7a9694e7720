/** The mark: a receipt's torn edge and the double rule under its total. */
export function Logo({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className={className} fill="none">
      <path
        d="M3 1.5h14v16.2l-2.33-1.7-2.34 1.7L10 16l-2.33 1.7L5.33 16 3 17.7z"
        fill="var(--accent)"
      />
      <path d="M6 5.5h4.5M6 8h3" stroke="var(--on-accent)" strokeWidth="1.2" />
      <path d="M6 11.4h8M6 13.4h8" stroke="var(--on-accent)" strokeWidth="1" />
      <path d="M13 5.5h1M13 8h1" stroke="var(--on-accent)" strokeWidth="1.2" />
    </svg>
  );
}
