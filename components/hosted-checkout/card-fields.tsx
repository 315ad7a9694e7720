'use client';

import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import {
  brandOf,
  type Card,
  type CardValues,
  digitsOf,
  formatCode,
  formatExpiry,
  formatNumber,
} from '@/components/hosted-checkout/card';
import {
  CARD_NUMBER,
  EXPIRATION,
  SECURITY_CODE,
  TEST_CARDS_HELP,
} from '@/components/hosted-checkout/form-texts';
import { LARGE } from '@/components/purchase/control-classes';
import { TEST_CARDS } from '@/components/purchase/test-cards';
import { CardArt } from '@/components/ui/card-art';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { brandName } from '@/lib/resources/payments/rules';

/** The form that a card is typed into. */
interface CardPart {
  form: ContractForm<CardValues>;
}

/** Number, expiry and code. What is typed stays in the page. */
export function CardFields({ form }: CardPart) {
  const number = useField(form, 'card.number');
  const expiry = useField(form, 'card.expiry');
  const code = useField(form, 'card.code');
  const { code: brand, codeLength } = brandOf(number.field.value);
  return (
    <>
      <Field label={CARD_NUMBER} error={number.error}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...number.field}
              {...aria}
              className={`${LARGE} pr-28!`}
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              onChange={({ target }) => number.field.onChange(retype(target, formatNumber))}
            />
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1.5 text-sm text-muted">
              <CardArt brand={brand} name={brandName(brand)} />
            </span>
          </span>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={EXPIRATION} error={expiry.error}>
          {(aria) => (
            <Input
              {...expiry.field}
              {...aria}
              className={LARGE}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              onChange={({ target }) => expiry.field.onChange(retype(target, formatExpiry))}
            />
          )}
        </Field>
        <Field label={SECURITY_CODE} error={code.error}>
          {(aria) => (
            <Input
              {...code.field}
              {...aria}
              className={LARGE}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={codeLength === 4 ? '1234' : '123'}
              onChange={({ target }) => code.field.onChange(retype(target, formatCode))}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** Formats while typing, keeping the caret after the same digit. */
function retype(input: HTMLInputElement, format: (typed: string) => string): string {
  const typed = input.value;
  const caret = input.selectionStart ?? typed.length;
  const text = format(typed);
  if (text === typed) return text;
  const before =
    caret === typed.length ? Number.POSITIVE_INFINITY : digitsOf(typed.slice(0, caret)).length;
  input.value = text;
  let [place, digits] = [0, 0];
  while (place < text.length && digits < before) {
    if (/\d/.test(text[place] ?? '')) digits += 1;
    place += 1;
  }
  input.setSelectionRange(place, place);
  return text;
}

/** The sandbox's cards: a press fills one in. */
export function TestCards({ form, id, onFilled }: CardPart & { id: string; onFilled: () => void }) {
  return (
    <div id={id} className="flex flex-col gap-1 border-l-2 border-warn pl-4">
      <ul className="flex flex-col text-sm">
        {TEST_CARDS.map(({ number, result }) => (
          <li key={number}>
            <button
              type="button"
              className="flex min-h-8 w-full items-baseline rounded-control py-1 text-left hover:bg-sunken coarse:min-h-11 coarse:items-center"
              onClick={() => {
                form.setValue('card', filled(number), { shouldValidate: true });
                onFilled();
              }}
            >
              <span className="font-mono">{formatNumber(number)}</span>
              <span aria-hidden className="leader" />
              <span className="text-right text-muted">{result}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{TEST_CARDS_HELP}</p>
    </div>
  );
}

function filled(number: string): Card {
  const year = String(new Date().getFullYear() + 4).slice(2);
  return { number: formatNumber(number), expiry: `12 / ${year}`, code: '123' };
}
