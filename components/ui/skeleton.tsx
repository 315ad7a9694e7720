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

/** A detail page that loads. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-8" aria-busy>
      <h1 className="sr-only">
        <span role="status">Loading {label}</span>
      </h1>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="w-40" />
      </div>
      <Skeleton className="h-10 w-full max-w-xl" />
      <div className="grid gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="flex flex-col gap-3">
          {['w-full', 'w-5/6', 'w-full', 'w-2/3', 'w-3/4'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
            <Skeleton key={index} className={width} />
          ))}
        </div>
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  );
}
