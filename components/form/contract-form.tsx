'use client';

import { Lock } from 'lucide-react';
import { type ComponentProps, type ReactNode, use, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConflictPanel } from '@/components/form/conflict';
import type { ContractForm } from '@/components/form/use-contract-form';
import { ApiRequests } from '@/components/ui/api-request';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { firstFieldOf } from '@/components/ui/first-field';
import { InDialog } from '@/components/ui/in-dialog';
import { useIsReady } from '@/components/ui/use-is-ready';

/**
 * The form element of `useContractForm`: Mod+Enter submits, the error summary is above the fields. Where the caller's
 * role does not allow the operation, a note says so and nothing can be filled in.
 */
export function ContractFormBody<V extends FieldValues>({
  form,
  className,
  label,
  showsSummary = true,
  isPart = false,
  takesFocus = !isPart,
  autoComplete,
  children,
}: {
  form: ContractForm<V>;
  className?: string;
  label?: string;
  /** Off where the page shows the summary at a place of its own. */
  showsSummary?: boolean;
  /** A part of a page: takes no focus, and has {@link FormRequests} and why it is blocked beside its button. */
  isPart?: boolean;
  /** Off where the form is not what the page is opened for: its first field does not get the focus. */
  takesFocus?: boolean;
  /** Of all its fields that do not say so themselves: `off` where they are about something else than who fills them in. */
  autoComplete?: 'off';
  children: ReactNode;
}) {
  // Disabled until hydration: input before it would be lost, and a submit would reload the page.
  const isReady = useIsReady();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const isFree = document.activeElement === document.body && window.location.hash === '';
    const canType = window.matchMedia('(pointer: fine)').matches;
    if (isReady && takesFocus && isFree && canType) {
      firstFieldOf(element.current)?.focus({ preventScroll: true });
    }
  }, [isReady, takesFocus]);
  return (
    <form
      ref={element}
      noValidate
      method="post"
      aria-label={label}
      autoComplete={autoComplete}
      className={classes('flex flex-col gap-4 **:scroll-mb-20', className)}
      onSubmit={form.submit}
      onClickCapture={({ target, detail }) => {
        // Safari does not focus a button that is clicked, and a dialog that it opens could not give the focus back.
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
      {form.blocked && !isPart && (
        <p
          id={form.blocked.noteId}
          className="flex items-center gap-2 border-l-2 border-info bg-info-fill px-3 py-2 text-info"
        >
          <Lock aria-hidden className="size-4 shrink-0" />
          {form.blocked.reason}
        </p>
      )}
      <fieldset
        role="presentation"
        disabled={!isReady || form.blocked !== null}
        className="contents"
      >
        {children}
      </fieldset>
      {!isPart && <FormRequests form={form} />}
    </form>
  );
}

/** The calls that a submit would make now, where they are ones of the API's sellers; a dialog is too small for them. */
export function FormRequests<V extends FieldValues>({ form }: { form: ContractForm<V> }) {
  const isInDialog = use(InDialog);
  if (!form.requests || isInDialog) return null;
  return (
    <ApiRequests
      requests={form.requests}
      subscribe={(callback) => form.subscribe({ formState: { values: true }, callback })}
    />
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

/**
 * The last row of a form: Save and Cancel, which stay at the bottom of the screen. Pages that scroll within their frame
 * have 3 rem of padding below, above which a sticky element would stop.
 */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-background py-4 max-sm:-mx-4 max-sm:px-4 md:-bottom-12">
      {children}
    </div>
  );
}

/** The submit button, with a spinner while the call runs, or what follows it (`pending`). */
export function SubmitButton<V extends FieldValues>({
  form,
  pending = false,
  children,
  ...button
}: {
  form: ContractForm<V>;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'blockedBy' | 'pending'>) {
  return (
    <Button
      variant="primary"
      {...button}
      type="submit"
      pending={form.isSubmitting || pending}
      blockedById={form.blocked?.noteId}
    >
      {children}
    </Button>
  );
}
