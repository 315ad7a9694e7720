'use client';

import { Tag, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { LARGE } from '@/components/hosted-checkout/control-classes';
import { discountLabel } from '@/components/purchase/discount-terms';
import { Button } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ApiFailure } from '@/lib/client/client';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

interface DiscountCodeProps {
  discount: CheckoutPublic['discount'];
  /** The seller's own discount, which the buyer cannot take off. */
  isFixed: boolean;
  typed: string;
  onType: (code: string) => void;
  /** The error of the code from the confirmation. */
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  /** Throws what the API says. */
  onApply: (code: string | null) => Promise<unknown>;
}

/** A code to apply, or the chip of the one that is applied. */
export function DiscountCode(props: DiscountCodeProps) {
  const { discount, isFixed, typed, onType, problem, onProblem, onApply } = props;
  const [pending, setPending] = useState<'apply' | 'remove' | null>(null);
  const running = useRef(false);
  const focusNext = useRef(false);

  async function run(action: 'apply' | 'remove', code: string | null) {
    if (running.current) return;
    running.current = true;
    setPending(action);
    onProblem(undefined);
    try {
      await onApply(code);
      onType('');
      focusNext.current = true;
    } catch (error) {
      onProblem(wordsOf(error));
    } finally {
      running.current = false;
      setPending(null);
    }
  }

  /** The clicked control is unmounted: focus moves to the one that replaces it. */
  const takeFocus = (element: HTMLElement | null) => {
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
          {!isFixed && (
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
            name="discount_code"
            value={typed}
            onChange={({ target }) => {
              onType(target.value);
              onProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed.trim() === '') return;
              event.preventDefault();
              void run('apply', typed.trim());
            }}
          />
        )}
      </Field>
      <Button
        className="mt-7 h-11! px-4! text-base!"
        pending={pending === 'apply'}
        onClick={() =>
          typed.trim() === '' ? onProblem('Enter a discount code.') : run('apply', typed.trim())
        }
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
