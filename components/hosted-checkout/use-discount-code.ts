import { useRef, useState } from 'react';
import type { FormPart } from '@/components/hosted-checkout/form-values';
import { payButtonLabel } from '@/components/purchase/summary';
import { ApiFailure } from '@/lib/client/client';

interface DiscountCodeOptions extends FormPart {
  /** Puts a code on the checkout, or takes it off; throws what the API says. */
  onApply: (code: string | null) => Promise<unknown>;
}

/** The code that was refused last, and why: it stays in the field and does not keep the buyer from paying. */
interface Refusal {
  code: string;
  words: string;
}

/** The discount code of the form: applied, removed, or refused. */
export function useDiscountCode({ form, checkout, onApply }: DiscountCodeOptions) {
  const [pending, setPending] = useState<'apply' | 'remove' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = useRef(false);
  /** The control that was used is unmounted: the one that replaces it takes the focus. */
  const focusNext = useRef(false);
  const typed = form.watch('discount_code').trim();

  async function run(code: string | null, { movesFocus }: { movesFocus: boolean }) {
    if (running.current) return;
    running.current = true;
    setPending(code === null ? 'remove' : 'apply');
    setRefusal(null);
    form.clearErrors('discount_code');
    try {
      await onApply(code);
      form.setValue('discount_code', '');
      focusNext.current = movesFocus;
    } catch (error) {
      setRefusal({ code: code ?? '', words: wordsOf(error) });
    } finally {
      running.current = false;
      setPending(null);
    }
  }

  const isRefused = refusal?.code === typed;
  return {
    pending,
    focusNext,
    /** What is wrong with the code in the field. */
    problem: isRefused ? withWayOn(refusal, checkout) : undefined,
    /** The field is empty, or its code was refused. */
    isTried: typed === '' || isRefused,
    /** Tries the code in the field; `movesFocus` is for the field's own controls, which are unmounted by it. */
    async apply({ movesFocus = false } = {}) {
      if (typed === '') setRefusal({ code: '', words: 'Enter a discount code.' });
      else await run(typed, { movesFocus });
    },
    remove: () => run(null, { movesFocus: true }),
    /** Empties the field. */
    clear() {
      setRefusal(null);
      form.setValue('discount_code', '');
    },
  };
}

export type DiscountCodeControl = ReturnType<typeof useDiscountCode>;

/** A refusal and how to go on: by the button, which names the total. */
function withWayOn({ code, words }: Refusal, checkout: FormPart['checkout']): string {
  return code === '' ? words : `${words} Or press “${payButtonLabel(checkout)}” to buy without it.`;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'The code could not be applied.';
  if (error.status === 422) return 'This code cannot be used here. Check its spelling.';
  if (error.status === 429) {
    return `Too many tries. Try again in ${error.retryAfter ?? 60} seconds.`;
  }
  return error.message;
}
