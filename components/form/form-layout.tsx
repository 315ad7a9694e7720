import type { ReactNode } from 'react';

/** A page's form as wide as every other, with what belongs beside it. */
export function FormColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(18rem,24rem)]">
      {children}
      <aside aria-label="Preview" className="min-w-0 lg:sticky lg:top-0">
        {aside}
      </aside>
    </div>
  );
}
