'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { metadata as texts } from '@/components/form/dashboard-texts';
import { useWhyNot } from '@/components/form/rights';
import { useEditForm } from '@/components/form/use-edit-form';
import { useField } from '@/components/form/use-field';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { MetadataFields, MetadataList } from '@/components/ui/metadata';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import type { AnyOperation, Operation } from '@/lib/contract/contract';
import type { Metadata } from '@/lib/contract/fields';

type Name = 'metadata' | 'customer_metadata';
type WithMetadata = { id: string } & { [name in Name]?: Metadata };
/** A PATCH of an object by its id. */
type Update<T extends WithMetadata> = Operation<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<T>>;

interface Props<T extends WithMetadata> {
  object: T;
  update: Update<T>;
  read: AnyOperation;
  name?: Name;
  label?: string;
}

/** The metadata of an object, edited in place: a section of its page, or a button to add some where there is none. */
export function MetadataPart<T extends WithMetadata>(props: Props<T>) {
  const { object, update, name = 'metadata', label = texts.label } = props;
  const whyNot = useWhyNot();
  const [isEditing, setEditing] = useState(false);
  // The button is another one after editing: it takes the focus that the form had.
  const [hasEdited, setHasEdited] = useState(false);
  const close = () => {
    setEditing(false);
    setHasEdited(true);
  };
  const metadata = object[name] ?? {};
  const isEmpty = Object.keys(metadata).length === 0;
  if (isEditing) {
    return (
      <Section title={label}>
        <EditForm {...props} label={label} onClose={close} />
      </Section>
    );
  }
  const button = (
    <Button
      size="small"
      className="self-start"
      autoFocus={hasEdited}
      blockedBy={whyNot(update)}
      onClick={() => setEditing(true)}
      {...(isEmpty ? { icon: Plus } : {})}
    >
      {isEmpty ? texts.add(label) : texts.edit(label)}
    </Button>
  );
  if (isEmpty) return button;
  return (
    <Section title={label}>
      <MetadataList metadata={metadata} />
      {button}
    </Section>
  );
}

function EditForm<T extends WithMetadata>({
  object,
  update,
  read,
  name = 'metadata',
  label = texts.label,
  onClose,
}: Props<T> & { onClose: () => void }) {
  const form = useEditForm(update, {
    params: { id: object.id },
    object,
    read,
    toValues: (held: WithMetadata) => ({ [name]: held[name] ?? {} }),
    onSuccess: () => {
      showToast(texts.saved(label));
      onClose();
    },
  });
  const { field, error } = useField(form, name, { label });
  return (
    <ContractFormBody form={form} label={label} className="gap-3">
      <MetadataFields
        hasFirstRow
        value={(field.value ?? {}) as Metadata}
        onChange={field.onChange}
      />
      {error && <FieldError>{error}</FieldError>}
      <div className="flex gap-2">
        <SubmitButton form={form} size="small">
          {texts.save}
        </SubmitButton>
        <Button size="small" onClick={onClose}>
          {UI.cancel}
        </Button>
      </div>
    </ContractFormBody>
  );
}
