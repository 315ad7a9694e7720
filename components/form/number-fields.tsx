'use client';

import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { amountProblem, parseAmount, parseCount, parsePercent } from '@/components/form/amount';
import { type FieldProps, textOf } from '@/components/form/fields';
import { numbers } from '@/components/form/texts';
import { useField } from '@/components/form/use-field';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { DEFAULT_CURRENCY, decimalAmount, symbolOf } from '@/lib/contract/money';

interface DraftProps<V extends FieldValues> extends FieldProps<V> {
  placeholder?: string;
  /** Shown before the value, such as "$". */
  prefix?: string;
  /** Shown after the value, such as "days". */
  suffix?: string;
}

/** How far the text stands behind what is shown before it. */
function indentOf(prefix: string): string {
  if (prefix.length === 1) return 'pl-6';
  return prefix.length < 4 ? 'pl-12' : 'pl-15';
}

/** A text input for a number. The typed text is kept while editing, even if it is no number. */
function DraftField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  placeholder,
  prefix,
  suffix,
  inputMode,
  read,
  write,
  problem = (words) => words,
}: DraftProps<V> & {
  inputMode: 'numeric' | 'decimal';
  /** Parses the text; text that is no number is returned as it is, and the contract's schema refuses it. */
  read: (text: string) => unknown;
  write: (value: unknown) => string;
  /** Rewrites a validation message for the unit that is typed. */
  problem?: (words: string) => string;
}) {
  const { field, error } = useField(form, name, {
    label,
    show: (value) =>
      value === null ? numbers.empty : [prefix, write(value), suffix].filter(Boolean).join(' '),
  });
  const [draft, setDraft] = useState<string | null>(null);
  const stands = draft !== null && Object.is(numberOf(draft), field.value);
  function numberOf(text: string) {
    return text.trim() === '' ? null : read(text.trim());
  }
  return (
    <Field
      label={label}
      help={help}
      aside={aside}
      optional={optional}
      error={error && problem(error)}
    >
      {(aria) => (
        <div className="relative">
          {prefix && (
            <span className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted">
              {prefix}
            </span>
          )}
          <Input
            {...aria}
            ref={field.ref}
            name={name}
            inputMode={inputMode}
            autoComplete="off"
            placeholder={placeholder}
            value={stands ? draft : write(field.value)}
            className={[prefix && indentOf(prefix), suffix && 'pr-14'].filter(Boolean).join(' ')}
            onBlur={() => {
              setDraft(null);
              field.onBlur();
            }}
            onChange={({ target }) => {
              setDraft(target.value);
              field.onChange(numberOf(target.value));
            }}
          />
          {suffix && (
            <span className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A whole number. Empty is sent as `null`. */
export function NumberField<V extends FieldValues>(props: DraftProps<V>) {
  return (
    <DraftField
      {...props}
      inputMode="numeric"
      read={(text) => parseCount(text) ?? text}
      write={textOf}
    />
  );
}

/** An amount of money, typed as "20" or "19.99", held in minor units. Empty is sent as `null`. */
export function MoneyField<V extends FieldValues>({
  currency = DEFAULT_CURRENCY,
  ...props
}: Omit<DraftProps<V>, 'prefix'> & { currency?: string }) {
  return (
    <DraftField
      placeholder={decimalAmount(0, currency)}
      {...props}
      prefix={symbolOf(currency)}
      inputMode="decimal"
      read={(text) => parseAmount(text, currency) ?? text}
      problem={(text) => amountProblem(text, currency)}
      write={(value) =>
        typeof value === 'number' ? decimalAmount(value, currency) : textOf(value)
      }
    />
  );
}

/** A percentage, typed as "25" or "12.5", held in basis points (hundredths of a percent). Empty is sent as `null`. */
export function PercentField<V extends FieldValues>(props: Omit<DraftProps<V>, 'suffix'>) {
  return (
    <DraftField
      {...props}
      suffix="%"
      inputMode="decimal"
      read={(text) => parsePercent(text) ?? text}
      problem={() => numbers.percentage}
      write={(value) => (typeof value === 'number' ? String(value / 100) : textOf(value))}
    />
  );
}
