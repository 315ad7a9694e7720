'use client';

import type { CheckoutForm, Offer } from '@/components/checkouts/checkout-values';
import { answers as texts } from '@/components/checkouts/texts';
import { dateBounds } from '@/components/form/date-bounds';
import { DateField } from '@/components/form/date-field';
import { CheckboxField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { FormPart } from '@/components/form/form-part';
import { NumberField } from '@/components/form/number-fields';
import { labelOf } from '@/lib/resources/custom-fields/rules';

type Attached = Offer['attached_custom_fields'][number];

/** Answers to the questions of the product that the seller knows already. */
export function AnswersPart({ form, fields }: { form: CheckoutForm; fields: readonly Attached[] }) {
  if (fields.length === 0) return null;
  return (
    <FormPart title={texts.title} help={texts.help}>
      {fields.map((attached) => (
        <Answer key={attached.custom_field_id} form={form} attached={attached} />
      ))}
    </FormPart>
  );
}

function Answer({
  form,
  attached: { required, custom_field: field },
}: {
  form: CheckoutForm;
  attached: Attached;
}) {
  const { form_help_text: help, form_placeholder: placeholder } = field.properties;
  const shared = {
    form,
    name: `custom_field_data.${field.slug}`,
    label: labelOf(field),
    ...(help ? { help } : {}),
  };
  const text = {
    ...shared,
    optional: 'unmarked',
    ...(required ? { aside: texts.required } : {}),
    ...(placeholder ? { placeholder } : {}),
  } as const;
  switch (field.type) {
    case 'checkbox':
      return <CheckboxField {...shared} />;
    case 'select':
      return (
        <SelectField
          {...text}
          emptyLabel={placeholder ?? texts.toBeAsked}
          options={field.properties.options}
        />
      );
    case 'number':
      return <NumberField {...text} />;
    case 'date':
      return <DateField {...text} {...dateBounds(field.properties)} className="sm:w-48" />;
    case 'text':
      return field.properties.textarea ? <TextareaField {...text} /> : <TextField {...text} />;
  }
}
