'use client';

import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConflictPanel } from '@/components/form/conflict';
import type { ContractForm } from '@/components/form/use-contract-form';
import { ApiRequests } from '@/components/ui/api-request';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { useIsReady } from '@/components/ui/use-is-ready';

/** The form element of `useContractForm`: Mod+Enter submits, the error summary is above the fields. */
export function ContractFormBody<V extends FieldValues>({
  form,
  className,
  label,
  showsSummary = true,
  children,
}: {
  form: ContractForm<V>;
  className?: string;
  label?: string;
  /** Off where the page shows the summary at a place of its own. */
  showsSummary?: boolean;
  children: ReactNode;
}) {
  // Disabled until hydration: input before it would be lost, and a submit would reload the page.
  const isReady = useIsReady();
  return (
    <form
      noValidate
      method="post"
      aria-label={label}
      className={classes('flex flex-col gap-4', className)}
      onSubmit={form.submit}
      onMouseDown={(event) => {
        // Keeps the focus in the field while a button is pressed: the error that blur would show there
        // would move the button from under the pointer, and the click would be lost.
        if (event.target instanceof Element && event.target.closest('button'))
          event.preventDefault();
      }}
      onClickCapture={({ target, detail }) => {
        // The button gets the focus with the click, so that a dialog can restore it.
        if (detail > 0 && target instanceof Element)
          target.closest('button')?.focus({ preventScroll: true });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
      {showsSummary && <FormSummary summary={form.summary} />}
      <fieldset role="presentation" disabled={!isReady} className="contents">
        {children}
      </fieldset>
      {form.requests && (
        <ApiRequests
          requests={form.requests}
          subscribe={(callback) => form.subscribe({ formState: { values: true }, callback })}
        />
      )}
    </form>
  );
}

function FormSummary({
  summary: { problems, error, words },
}: {
  summary: ContractForm['summary'];
}) {
  if (words) {
    return (
      <p role="alert" className="border-l-2 border-bad bg-bad-fill px-3 py-2 text-bad">
        {words}
      </p>
    );
  }
  if (error) return <ErrorNote error={error} />;
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="border-l-2 border-bad bg-bad-fill px-3 py-2 text-bad">
      {problems.length === 1 ? (
        <p>{problems[0]}</p>
      ) : (
        <ul className="list-inside list-disc">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The last row of a form: Save and Cancel. On small screens it sticks to the bottom. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:bg-background max-sm:px-4 max-sm:pb-4">
      {children}
    </div>
  );
}

/** The submit button, with a spinner while the call runs. */
export function SubmitButton<V extends FieldValues>({
  form,
  children,
  ...button
}: {
  form: ContractForm<V>;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'size' | 'blockedBy'>) {
  return (
    <Button {...button} type="submit" variant="primary" pending={form.isSubmitting}>
      {children}
    </Button>
  );
}
