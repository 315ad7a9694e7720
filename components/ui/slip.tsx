import { type ReactNode, useId } from 'react';
import { classes } from '@/components/ui/classes';

/** A sheet of paper with a torn lower edge; what is around it has the color of `TABLE`. */
export function Slip({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <div className={classes('bg-[light-dark(var(--surface),var(--sunken))]', className)}>
        {children}
      </div>
      <TornEdge />
    </div>
  );
}

/** The color that a slip stands out from. */
export const TABLE = 'bg-[light-dark(var(--sunken),var(--surface))]';

function TornEdge() {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      className="h-2 w-full text-[light-dark(var(--surface),var(--sunken))]"
      preserveAspectRatio="none"
    >
      <defs>
        <pattern id={id} width="12" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 0h12L6 7z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="8" fill={`url(#${id})`} />
    </svg>
  );
}
