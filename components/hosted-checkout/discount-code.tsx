'use client';

import { Tag, X } from 'lucide-react';
import { useState } from 'react';
import { useField } from '@/components/form/use-field';
import {
  ADD_CODE,
  APPLY,
  CODE,
  DISCOUNT,
  REMOVE_CODE,
  removeDiscount,
} from '@/components/hosted-checkout/form-texts';
import type { FormPart } from '@/components/hosted-checkout/form-values';
import type { DiscountCodeControl } from '@/components/hosted-checkout/use-discount-code';
import { LARGE } from '@/components/purchase/control-classes';
import { discountLabel } from '@/components/purchase/discount-terms';
import { Button, IconButton } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

/** A code to apply, or the chip of the one that is applied. */
export function DiscountCode({ form, checkout, code }: FormPart & { code: DiscountCodeControl }) {
  const { discount } = checkout;
  const { field, error } = useField(form, 'discount_code');
  const [isOpen, setOpen] = useState(false);
  const problem = error ?? code.problem;

  /** The clicked control is unmounted: focus moves to the one that replaces it. */
  const takeFocus = (element: HTMLElement | null) => {
    field.ref(element);
    if (!element || !code.focusNext.current) return;
    code.focusNext.current = false;
    element.focus();
  };

  if (discount) {
    const name = discount.code ?? discount.name;
    return (
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">{DISCOUNT}</p>
        <div className="flex min-h-11 items-center gap-2 rounded-control border border-line bg-sunken pr-1 pl-3">
          <Tag aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate font-mono text-sm">{name}</span>
          <span className="shrink-0 text-muted">{discountLabel(discount)}</span>
          {checkout.allow_discount_codes && (
            <button
              type="button"
              ref={takeFocus}
              aria-label={removeDiscount(name)}
              aria-invalid={problem ? true : undefined}
              aria-busy={code.pending === 'remove' || undefined}
              onClick={() => void code.remove()}
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
  if (!checkout.has_discount_codes) return null;
  if (!isOpen && !code.focusNext.current) {
    return (
      <button
        type="button"
        className="flex min-h-6 w-fit items-center gap-2 rounded-control text-accent hover:underline coarse:min-h-11"
        onClick={() => {
          setOpen(true);
          code.focusNext.current = true;
        }}
      >
        <Tag aria-hidden className="size-4 shrink-0" />
        {ADD_CODE}
      </button>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <Field label={CODE} optional error={problem}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...aria}
              ref={takeFocus}
              className={`${LARGE} pr-12!`}
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
                if (event.key !== 'Enter' || field.value.trim() === '') return;
                event.preventDefault();
                void code.apply({ movesFocus: true });
              }}
            />
            {problem && field.value !== '' && (
              <IconButton
                label={REMOVE_CODE}
                icon={X}
                className="absolute top-1.5 right-1.5 coarse:top-0 coarse:right-0"
                onClick={() => {
                  code.clear();
                  form.setFocus('discount_code');
                }}
              />
            )}
          </span>
        )}
      </Field>
      <Button
        className="mt-7 h-11! px-4! text-base!"
        pending={code.pending === 'apply'}
        onClick={() => void code.apply({ movesFocus: true })}
      >
        {APPLY}
      </Button>
    </div>
  );
}
