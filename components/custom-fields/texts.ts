import { pluralize } from '@/components/ui/money';

// The words of the custom fields' pages.

export const LIST = {
  title: 'Custom fields',
  new: 'New custom field',
  name: 'Name',
  slug: 'Slug',
  type: 'Type',
  usedBy: 'Used by',
  created: 'Created',
  updated: 'Updated',
  products: (count: number) => (count === 0 ? null : pluralize(count, 'product')),
  firstRun: {
    title: 'Ask buyers for what you need.',
    text: 'A custom field is a question at checkout. Add it to any number of products; the answers stay with the order.',
  },
};

export const DETAIL = {
  what: 'this custom field',
  field: 'Custom field',
  preview: 'What buyers see',
  previewHelp: 'Try it: answers are checked as at checkout.',
  products: 'Products',
  noProducts: 'No product asks for it yet. Add it in a product’s form.',
  label: 'Label',
  help: 'Help text',
  placeholder: 'Placeholder',
  options: 'Options',
  lines: 'Lines',
  oneLine: 'One',
  severalLines: 'Multiple',
  length: 'Length',
  range: 'Range',
  any: 'Any',
  metadata: 'Metadata',
};

/** "From 3 to 10", "At least 3", "Up to 10", "Any". */
export function rangeLabel(least: string | undefined, most: string | undefined): string {
  if (least !== undefined && most !== undefined) return `From ${least} to ${most}`;
  if (least !== undefined) return `At least ${least}`;
  return most === undefined ? DETAIL.any : `Up to ${most}`;
}

/** "From Jan 1, 2026 to May 3, 2026", "From Jan 1, 2026", "Until May 3, 2026", "Any". */
export function daysLabel(first: string | undefined, last: string | undefined): string {
  if (first !== undefined && last !== undefined) return `From ${first} to ${last}`;
  if (first !== undefined) return `From ${first}`;
  return last === undefined ? DETAIL.any : `Until ${last}`;
}

export const FORM = {
  newTitle: 'New custom field',
  create: 'Create custom field',
  created: 'Custom field created.',
  edit: (name: string) => `Edit ${name}`,
  editTab: 'Edit',
  save: 'Save custom field',
  saved: 'Custom field saved.',
  cancel: 'Cancel',
  question: 'Question',
  nameHelp: 'Shown to your team, and to buyers unless you set a label.',
  slugHelp: 'The key of the answer in the API.',
  slugOnEdit: 'The key of the answer in the API. Answers already given keep the old one.',
  typeFixed: (type: string) =>
    `${type}. The type can’t change, as answers depend on it. Create another custom field instead.`,
  label: 'Label',
  labelHelp: 'Shown to buyers, and beside their answers, instead of the name.',
  help: 'Help text',
  placeholder: 'Placeholder',
  answers: 'Answers',
  textarea: 'Multiple lines',
  minLength: 'Minimum length',
  maxLength: 'Maximum length',
  characters: 'characters',
  least: 'Minimum',
  most: 'Maximum',
  earliest: 'Earliest date',
  latest: 'Latest date',
  options: 'Options',
  optionsHelp: 'Buyers see the label. The API gets the value.',
  optionLabel: (number: number) => `Label of option ${number}`,
  optionValue: (number: number) => `Value of option ${number}`,
  labelColumn: 'Label',
  valueColumn: 'Value',
  addOption: 'Add option',
  removeOption: (number: number) => `Remove option ${number}`,
  checkbox:
    'Buyers check it or leave it unchecked. Where a product requires it, they must check it.',
  metadata: 'Metadata',
  metadataHelp: 'Only your team and your API calls see it.',
  unnamed: 'Your question',
};

export const DELETE = {
  title: (name: string) => `Delete ${name}`,
  verb: 'Delete',
  done: 'Custom field deleted.',
};

/** What a custom field's deletion does, in numbers. */
export function deletionEffects({ products, slug }: { products: number; slug: string }): string {
  const asked =
    products === 0
      ? 'No product asks for it.'
      : `Removes it from ${pluralize(products, 'product')}: checkouts no longer ask for it.`;
  return `${asked} Answers already given stay with their orders. The slug ${slug} can be used again. This can’t be undone.`;
}
