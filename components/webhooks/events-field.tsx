'use client';

import { useId, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Radios } from '@/components/form/radios';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { FieldGroup } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { WEBHOOK_FORM } from '@/components/webhooks/texts';
import { EVENT_KINDS, type EventKind, objectOf } from '@/lib/resources/events/schema';
import { ALL_EVENTS, type WebhookEventType } from '@/lib/resources/webhook-endpoints/schema';

const CHOICES = [
  { value: 'all', label: WEBHOOK_FORM.all, help: WEBHOOK_FORM.allHelp },
  { value: 'some', label: WEBHOOK_FORM.some },
] as const;

/** The kinds by their objects. */
const GROUPS: readonly (readonly [object: string, kinds: readonly EventKind[]])[] = [
  ...new Set(EVENT_KINDS.map(objectOf)),
].map((object) => [object, EVENT_KINDS.filter((kind) => objectOf(kind) === object)]);

/** The events that an endpoint takes: all, or some of them by kind. */
export function EventsField<V extends FieldValues>({
  form,
  name,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
}) {
  const { field, error } = useField(form, name);
  const chosen: readonly WebhookEventType[] = field.value ?? [];
  const takesAll = chosen.includes(ALL_EVENTS);
  // What was chosen before comes back when all of them are no longer taken.
  const [kept, setKept] = useState<readonly WebhookEventType[]>(takesAll ? [] : chosen);
  const change = (events: readonly WebhookEventType[]) => {
    setKept(events);
    field.onChange([...events]);
  };
  return (
    <div className="flex flex-col gap-4">
      <Radios
        label={WEBHOOK_FORM.which}
        value={takesAll ? 'all' : 'some'}
        options={CHOICES}
        onChange={(choice) => field.onChange(choice === 'all' ? [ALL_EVENTS] : [...kept])}
      />
      {!takesAll && (
        <FieldGroup label={WEBHOOK_FORM.some} error={error}>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {GROUPS.map(([object, kinds], place) => (
              <Kinds
                key={object}
                kinds={kinds}
                chosen={chosen}
                onChange={change}
                {...(place === 0 && { first: field.ref })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
    </div>
  );
}

function Kinds({
  kinds,
  chosen,
  onChange,
  first,
}: {
  kinds: readonly EventKind[];
  chosen: readonly WebhookEventType[];
  onChange: (events: readonly WebhookEventType[]) => void;
  /** Takes the focus of the field. */
  first?: (element: HTMLInputElement | null) => void;
}) {
  const id = useId();
  const object = objectOf(kinds[0] ?? '').replaceAll('_', ' ');
  return (
    <fieldset aria-labelledby={id} className="flex flex-col">
      <span id={id} className="text-sm font-medium first-letter:uppercase">
        {object}
      </span>
      {kinds.map((kind, place) => {
        const isChosen = chosen.includes(kind);
        return (
          <Option
            key={kind}
            {...(place === 0 && first && { ref: first })}
            checked={isChosen}
            onChange={() =>
              onChange(isChosen ? chosen.filter((one) => one !== kind) : [...chosen, kind])
            }
          >
            <span className="font-mono text-xs">{kind}</span>
          </Option>
        );
      })}
    </fieldset>
  );
}
