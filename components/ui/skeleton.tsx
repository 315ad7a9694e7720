import { classes } from '@/components/ui/classes';

/** Placeholder of a text that loads, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('skeleton h-3.5', className ?? 'w-24')} />;
}

/** Announces to screen readers what is loading. */
export function LoadingNote({ label }: { label?: string }) {
  return (
    <span role="status" className="sr-only">
      Loading {label}
    </span>
  );
}
