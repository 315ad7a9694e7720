import { classes } from '@/components/ui/classes';

/** Holds the place of a text that loads, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('skeleton h-3.5', className ?? 'w-24')} />;
}

/** Says to screen readers what a skeleton stands for. */
export function LoadingNote({ label }: { label?: string }) {
  return (
    <span role="status" className="sr-only">
      Loading {label}
    </span>
  );
}
