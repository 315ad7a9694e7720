'use client';

import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { expiry as texts } from '@/components/form/dashboard-texts';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Button } from '@/components/ui/button';
import { DateInput } from '@/components/ui/date-input';
import { Field, FieldGroup } from '@/components/ui/field';
import { Radio } from '@/components/ui/input';
import { useNow, useTimeZone } from '@/components/ui/time';
import { isDay, isMoment } from '@/components/ui/typed-day';
import { zoneCity } from '@/lib/contract/time-zones';
import { dayEnd, dayOf } from '@/lib/contract/times';
import { expiryOf } from '@/lib/resources/license-keys/rules';

interface Step {
  label: string;
  ttl: number;
  timeframe: 'month' | 'year';
}

const YEAR: Step = { label: '1 year', ttl: 1, timeframe: 'year' };
const STEPS: readonly Step[] = [
  { label: '1 month', ttl: 1, timeframe: 'month' },
  { label: '3 months', ttl: 3, timeframe: 'month' },
  YEAR,
];

/** When a key or token expires: never, or at the end of a day of the organization's zone. */
export function ExpiryField<V extends FieldValues>({
  form,
  name,
  from,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
  /** The stored expiry, which the steps count from; null counts from now. */
  from: string | null;
}) {
  const zone = useTimeZone();
  const now = useNow();
  const { field, error: problem } = useField(form, name);
  const value: string | null = field.value ?? null;
  const error = problem && (isMoment(value) ? problem : texts.choose);
  return (
    <FieldGroup label={texts.label}>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Choice
          name={name}
          checked={value !== null}
          onChoose={() => field.onChange(value ?? lengthened(from, YEAR, zone, now))}
        >
          {texts.onDate}
        </Choice>
        <Choice name={name} checked={value === null} onChoose={() => field.onChange(null)}>
          {texts.never}
        </Choice>
      </div>
      {value !== null && (
        <>
          <Field label={texts.lastDay} error={error} help={texts.help(zoneCity(zone))}>
            {(aria) => (
              <DateInput
                {...aria}
                ref={field.ref}
                className="sm:w-44"
                value={isMoment(value) ? lastDay(value, zone) : value}
                onBlur={field.onBlur}
                onChange={(day) => field.onChange(isDay(day) ? dayEnd(day, zone) : day)}
              />
            )}
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-xs text-muted">
              {from === null ? texts.inSteps : texts.extendBy}
            </span>
            {STEPS.map((step) => (
              <Button
                key={step.label}
                size="small"
                onClick={() => field.onChange(lengthened(from, step, zone, now))}
              >
                {step.label}
              </Button>
            ))}
          </div>
        </>
      )}
    </FieldGroup>
  );
}

function Choice({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 coarse:min-h-11">
      <Radio id={id} name={name} checked={checked} onChange={onChoose} />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}

/** A year after the stored expiry, or from now if that is past or there is none. */
export function yearAfter(end: string | null, zone: string, now: number): string {
  return lengthened(end, YEAR, zone, now);
}

function lengthened(end: string | null, step: Step, zone: string, now: number): string {
  const from = new Date(Math.max(now, end === null ? 0 : Date.parse(end) - 1));
  const moment = expiryOf(from, step) ?? from;
  return dayEnd(dayOf(moment.toISOString(), zone), zone);
}

/** A key that ends at midnight worked through the day before. */
function lastDay(moment: string, zone: string): string {
  return dayOf(new Date(Date.parse(moment) - 1).toISOString(), zone);
}
