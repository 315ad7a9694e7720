'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type FieldPath, type FieldValues, get, useFormState } from 'react-hook-form';
import type { ContractForm } from '@/components/form/use-contract-form';

const HEAD = 'flex min-h-8 items-end border-b border-rule pb-1';

interface PartProps {
  title: string;
  help?: ReactNode;
  children: ReactNode;
}

/** A part of a form under a rule. */
export function FormPart({ title, help, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-2">
        <div className={HEAD}>
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
        </div>
        {help && <p className="text-xs text-muted">{help}</p>}
      </div>
      {children}
    </section>
  );
}

/** A part that few need: folded until it is opened, or one of its fields is invalid. */
export function FoldedPart<V extends FieldValues>({
  form,
  names,
  opened,
  title,
  help,
  children,
}: PartProps & {
  form: ContractForm<V>;
  /** Its fields, by their names at the top of the form's values. */
  names: readonly FieldPath<V>[];
  /** Whether it is open at first, as where its fields are filled. */
  opened: boolean;
}) {
  const id = useId();
  const { errors } = useFormState({ control: form.control });
  const [isOpen, setOpen] = useState(opened);
  if (!isOpen && names.some((name) => get(errors, name) !== undefined)) setOpen(true);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group"
      >
        <summary
          className={`${HEAD} cursor-pointer list-none gap-2 hover:text-accent coarse:min-h-11 [&::-webkit-details-marker]:hidden`}
        >
          <ChevronRight
            aria-hidden
            className="mb-0.5 size-4 shrink-0 text-muted group-open:rotate-90"
          />
          <h2 id={id} className="shrink-0 text-base font-semibold">
            {title}
          </h2>
          {help && (
            <span className="mb-px min-w-0 truncate text-xs text-muted max-sm:sr-only">{help}</span>
          )}
        </summary>
        <div className="flex flex-col gap-4 pt-4">{children}</div>
      </details>
    </section>
  );
}
