'use client';

import { Tag, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useField } from '@/components/form/use-field';
import { LARGE } from '@/components/hosted-checkout/control-classes';
import type { FormPart } from '@/components/hosted-checkout/form-values';
import { discountLabel } from '@/components/purchase/discount-terms';
import { Button } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ApiFailure } from '@/lib/client/client';

interface DiscountCodeProps extends FormPart {
  /** Throws what the API says. */
  onApply: (code: string | null) => Promise<unknown>;
}

/** A code to apply, or the chip of the one that is applied. */
export function DiscountCode({ form, checkout, onApply }: DiscountCodeProps) {
  const { discount } = checkout;
  // Validated by Apply and by the payment, not on blur: whoever leaves the field is about to press Apply.
  const { field, error: problem } = useField(form, 'discount_code');
  const [pending, setPending] = useState<'apply' | 'remove' | null>(null);
  const running = useRef(false);
  const focusNext = useRef(false);
  const typed = field.value.trim();

  async function run(action: 'apply' | 'remove', code: string | null) {
    if (running.current) return;
    running.current = true;
    setPending(action);
    form.clearErrors('discount_code');
    try {
      await onApply(code);
      form.setValue('discount_code', '');
      focusNext.current = true;
    } catch (error) {
      refuse(wordsOf(error));
    } finally {
      running.current = false;
      setPending(null);
    }
  }

  function refuse(message: string) {
    form.setError('discount_code', { type: 'refused', message });
  }

  /** The clicked control is unmounted: focus moves to the one that replaces it. */
  const takeFocus = (element: HTMLElement | null) => {
    field.ref(element);
    if (!element || !focusNext.current) return;
    focusNext.current = false;
    element.focus();
  };

  if (discount) {
    const name = discount.code ?? discount.name;
    return (
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">Discount</p>
        <div className="flex min-h-11 items-center gap-2 rounded-control border border-line bg-sunken pr-1 pl-3">
          <Tag aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate font-mono text-sm">{name}</span>
          <span className="shrink-0 text-muted">{discountLabel(discount)}</span>
          {checkout.allow_discount_codes && (
            <button
              type="button"
              ref={takeFocus}
              aria-label={`Remove the discount ${name}`}
              aria-invalid={problem ? true : undefined}
              aria-busy={pending === 'remove' || undefined}
              onClick={() => run('remove', null)}
              className="ml-auto inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-background hover:text-ink coarse:size-11"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </div>
        {problem && (
          <div role="alert">
            <FieldError>{problem}</FieldError>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <Field label="Discount code" optional error={problem}>
        {(aria) => (
          <Input
            {...aria}
            ref={takeFocus}
            className={LARGE}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            name={field.name}
            value={field.value}
            onChange={({ target }) => {
              form.clearErrors('discount_code');
              field.onChange(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed === '') return;
              event.preventDefault();
              void run('apply', typed);
            }}
          />
        )}
      </Field>
      <Button
        className="mt-7 h-11! px-4! text-base!"
        pending={pending === 'apply'}
        onClick={() => (typed === '' ? refuse('Enter a discount code.') : run('apply', typed))}
      >
        Apply
      </Button>
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'The code could not be applied. Try again.';
  if (error.status === 422) return 'This code cannot be used here. Check its spelling.';
  if (error.status === 429) {
    return `Too many tries. Try again in ${error.retryAfter ?? 60} seconds.`;
  }
  return error.message;
}
