'use client';

import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { matchingChoices, type SearchableChoice } from '@/components/form/choices';
import { choices as texts } from '@/components/form/dashboard-texts';
import { type FieldProps, textOf } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import {
  Combobox,
  ComboboxPanel,
  ComboboxStatus,
  type OpenedCombobox,
} from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';

interface ChoiceFieldProps<V extends FieldValues> extends FieldProps<V> {
  label: string;
  /** "Search countries" */
  searchLabel: string;
  /** Every choice, asked for as the list opens. */
  choices: () => readonly SearchableChoice[];
  /** The label of a value. */
  labelOf: (value: string) => string;
  /** The choice that a stored value is; by default the one of that value. */
  choiceOf?: (stored: string) => string;
  /** The label of "no selection"; without it one has to be selected. Sent as `null`. */
  emptyLabel?: string;
  onPick?: () => void;
}

/** A form field that holds one of a long list, which is searched by typing. */
export function ChoiceField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  searchLabel,
  choices,
  labelOf,
  choiceOf = (stored) => stored,
  emptyLabel,
  onPick,
}: ChoiceFieldProps<V>) {
  const { field, error } = useField(form, name, {
    label,
    show: (value) => (value ? labelOf(String(value)) : emptyLabel),
  });
  const value = choiceOf(textOf(field.value));
  return (
    <Field label={label} help={help} aside={aside} optional={optional} error={error}>
      {(aria) => (
        <Combobox
          aria={aria}
          ref={field.ref}
          label={label}
          onClose={field.onBlur}
          panel={({ initialText, close }) => (
            <ChoiceList
              {...{ label, searchLabel, choices, emptyLabel, value, initialText }}
              onPick={(picked) => {
                if (picked !== value) {
                  field.onChange(picked || null);
                  onPick?.();
                }
                close();
              }}
            />
          )}
        >
          {/* Names of countries and zones come from Unicode data, whose version the browser's may be another one. */}
          <span
            suppressHydrationWarning
            className={value ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 truncate text-muted'}
          >
            {value ? labelOf(value) : emptyLabel}
          </span>
        </Combobox>
      )}
    </Field>
  );
}

/** Mounted with the panel, so that the choices are made only where they are looked at. */
function ChoiceList({
  label,
  searchLabel,
  choices,
  emptyLabel,
  value,
  initialText,
  onPick,
}: Pick<OpenedCombobox, 'initialText'> & {
  label: string;
  searchLabel: string;
  choices: () => readonly SearchableChoice[];
  emptyLabel: string | undefined;
  value: string;
  onPick: (value: string) => void;
}) {
  const [all] = useState(choices);
  const [text, setText] = useState(initialText);
  const isSearched = text.trim() !== '';
  const empty = emptyLabel !== undefined && !isSearched ? [{ value: '', label: emptyLabel }] : [];
  const shown: readonly SearchableChoice[] = [...empty, ...matchingChoices(all, text)];
  return (
    <ComboboxPanel
      label={label}
      searchLabel={searchLabel}
      text={text}
      onText={setText}
      initialRow={
        isSearched
          ? 0
          : Math.max(
              0,
              shown.findIndex((choice) => choice.value === value),
            )
      }
      rows={shown.map((choice) => ({
        key: choice.value,
        isSelected: choice.value === value,
        content: (
          <>
            <span className={choice.value ? 'min-w-0 truncate' : 'min-w-0 truncate text-muted'}>
              {choice.label}
            </span>
            <span className="min-w-0 flex-1 truncate text-end text-xs text-muted">
              {choice.detail}
            </span>
          </>
        ),
      }))}
      onPick={(index) => onPick(shown[index]?.value ?? '')}
    >
      {shown.length === 0 && (
        <ComboboxStatus isApart={false}>{texts.none(text.trim())}</ComboboxStatus>
      )}
    </ComboboxPanel>
  );
}
