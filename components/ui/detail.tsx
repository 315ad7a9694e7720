import type { ReactNode } from 'react';
import { Badge, type Status } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { Skeleton } from '@/components/ui/skeleton';

/** The head of an object's page: name, state, its main action and menu. */
export function DetailHeader({
  title,
  status,
  subtitle,
  actions,
}: {
  title: ReactNode;
  status?: Status | undefined;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    // On small screens the main action is at the bottom; a menu that is alone stays beside the title.
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-md:has-[>div>:is([data-primary-action],[aria-haspopup=menu]):first-child]:flex-nowrap">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {status && <Badge status={status} />}
        </div>
        {subtitle && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted wrap-anywhere">
            {subtitle}
          </div>
        )}
      </div>
      {actions && <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** The main action of an object, its page's one filled button (`variant="primary"`); on small screens it stays at the bottom. */
export function PrimaryAction({ children }: { children: ReactNode }) {
  return (
    <div
      data-primary-action
      className="flex max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-background max-md:px-4 max-md:py-2 max-md:*:flex-1"
    >
      {children}
    </div>
  );
}

/** Why actions of a page's head are impossible: below its buttons, and no wider than they are. */
export function HeaderReason({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="order-last w-0 min-w-full text-xs text-muted sm:text-end">
      {children}
    </p>
  );
}

/** Two columns: what the object is on the left, its money and facts on the right. */
export function DetailColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-8 max-lg:settles lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="settles flex min-w-0 flex-col gap-8">{main}</div>
      <div className="settles flex min-w-0 flex-col gap-8">{side}</div>
    </div>
  );
}

/** Names and values, one line each. */
export function Facts({
  facts,
  hasControls = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode] | null | false)[];
  /** Values of one line have a button beside them. */
  hasControls?: boolean;
}) {
  return (
    <dl className="-mt-2 flex flex-col">
      {facts.map(
        (fact, index) =>
          fact && (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have one name
              key={index}
              className={classes(
                'grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-b border-line py-2 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)]',
                hasControls && 'items-center',
              )}
            >
              <dt className="text-muted">{fact[0]}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {fact[1] ?? <span className="text-muted">—</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
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
