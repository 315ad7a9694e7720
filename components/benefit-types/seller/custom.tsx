import { grantsMade } from '@/components/benefit-types/seller/grants-made';
import type { SellerType } from '@/components/benefit-types/seller/seller-type';
import { TextareaField } from '@/components/form/fields';

export interface CustomValues {
  note: string | null;
}

const WORDS = {
  help: 'A private note: a link, a coupon, a way to reach you.',
  note: 'Note',
  noteHelp: 'Shown after the purchase. Up to 5,000 characters.',
} as const;

export const custom: SellerType<'custom', CustomValues> = {
  help: WORDS.help,
  values: { note: null },
  Fields: ({ form }) => (
    <TextareaField
      form={form}
      name="properties.note"
      label={WORDS.note}
      optional
      help={WORDS.noteHelp}
    />
  ),
  propertiesOf: ({ note }) => ({ note }),
  facts: ({ properties: { note } }) => [
    [WORDS.note, note && <span className="whitespace-pre-line">{note}</span>],
  ],
  editEffects: (_, count) => [
    `${grantsMade(count)} ${count === 1 ? 'shows' : 'show'} the new note right away.`,
  ],
};
