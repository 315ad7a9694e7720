import { useRef, useState } from 'react';
import { PROBLEMS } from '@/components/hosted-checkout/form-texts';
import type { FormPart } from '@/components/hosted-checkout/form-values';
import { ApiFailure } from '@/lib/client/client';

interface DiscountCodeOptions {
  form: FormPart['form'];
  /** Puts a code on the checkout, or takes it off; throws what the API says. */
  onApply: (code: string | null) => Promise<unknown>;
}

/** The code that was refused last, and why: it stays in the field and does not keep the buyer from paying. */
interface Refusal {
  code: string;
  words: string;
}

/** The discount code of the form: applied, removed, or refused. */
export function useDiscountCode({ form, onApply }: DiscountCodeOptions) {
  const [pending, setPending] = useState<'apply' | 'remove' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = useRef(false);
  /** The control that was used is unmounted: the one that replaces it takes the focus. */
  const focusNext = useRef(false);
  const typed = form.watch('discount_code').trim();

  /** Resolves to whether the API took it. */
  async function run(code: string | null, { movesFocus }: { movesFocus: boolean }) {
    if (running.current) return false;
    running.current = true;
    setPending(code === null ? 'remove' : 'apply');
    setRefusal(null);
    form.clearErrors('discount_code');
    try {
      await onApply(code);
      form.setValue('discount_code', '');
      focusNext.current = movesFocus;
      return true;
    } catch (error) {
      setRefusal({ code: code ?? '', words: wordsOf(error) });
      return false;
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
    problem: isRefused ? refusal.words : undefined,
    /** The field is empty, or its code was refused. */
    isTried: typed === '' || isRefused,
    /**
     * Tries the code in the field, and resolves to whether it was taken; `movesFocus` is for the field's own
     * controls, which are unmounted by it.
     */
    async apply({ movesFocus = false } = {}): Promise<boolean> {
      if (typed !== '') return run(typed, { movesFocus });
      setRefusal({ code: '', words: PROBLEMS.noCode });
      return false;
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

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return PROBLEMS.codeFailed;
  if (error.status === 422) return PROBLEMS.code;
  if (error.status === 429) return PROBLEMS.codeWait(error.retryAfter ?? 60);
  return error.message;
}
