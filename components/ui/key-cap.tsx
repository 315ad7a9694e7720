/** A key of the keyboard, as the cap that it has there. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="rounded-control border border-line bg-sunken px-1.5 font-mono text-xs whitespace-nowrap">
      {children}
    </kbd>
  );
}
