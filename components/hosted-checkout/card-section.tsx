'use client';

import { CircleAlert, FlaskConical } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { CardValues } from '@/components/hosted-checkout/card';
import { CardFields, TestCards } from '@/components/hosted-checkout/card-fields';
import { CARD, NO_CARD_FORM, TEST_CARDS_TITLE } from '@/components/hosted-checkout/form-texts';
import type { FormAlert } from '@/components/hosted-checkout/use-payment-form';
import { RequestId } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';

/**
 * The card, with the cards to test with; its fields take no others, so that elsewhere it says that none is taken. `children`
 * are above its fields.
 */
export function CardSection({
  form,
  isSandbox,
  aside,
  children,
}: {
  form: ContractForm<CardValues>;
  isSandbox: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!isSandbox) {
    return (
      <Section title={CARD}>
        <p>{NO_CARD_FORM}</p>
      </Section>
    );
  }
  return (
    <Section
      title={CARD}
      className="gap-3.5!"
      aside={
        <span className="flex items-center gap-4 text-sm">
          {aside}
          <button
            ref={toggle}
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-6 items-center gap-1.5 rounded-control text-warn hover:underline coarse:min-h-11"
          >
            <FlaskConical aria-hidden className="size-3.5 shrink-0" />
            {TEST_CARDS_TITLE}
          </button>
        </span>
      }
    >
      {isOpen && (
        <TestCards
          form={form}
          id={id}
          onFilled={() => {
            setOpen(false);
            toggle.current?.focus();
          }}
        />
      )}
      {children}
      <CardFields form={form} />
    </Section>
  );
}

/** An error of a form that takes a payment; where it was declined, it gets the focus. */
export function Alert({ alert }: { alert: FormAlert }) {
  const { words, error } = alert;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (alert.kind === 'declined') element.current?.focus();
  }, [alert]);
  return (
    <div
      ref={element}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 border-l-2 border-bad bg-bad-fill px-3 py-2.5 text-bad"
    >
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
        <p>{words}</p>
        <RequestId error={error} />
      </div>
    </div>
  );
}
