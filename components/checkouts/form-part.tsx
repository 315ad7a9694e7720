import { type ReactNode, useId } from 'react';

/** A part of the form of a checkout under a rule. */
export function FormPart({
  title,
  help,
  children,
}: {
  title: string;
  help?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 not-first:mt-4 lg:not-first:mt-8"
    >
      <div className="flex flex-col gap-2">
        <h2
          id={id}
          className="flex min-h-8 items-end border-b border-ink pb-1 text-base font-semibold"
        >
          {title}
        </h2>
        {help && <p className="max-w-prose text-xs text-muted">{help}</p>}
      </div>
      {children}
    </section>
  );
}
