import { updatedColumn } from '@/components/data-table/time-columns';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
import { formatCount, pluralize } from '@/components/ui/money';
import { formatDate, Time } from '@/components/ui/time';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

/** What custom fields are called and how they are printed. */
export const CUSTOM_FIELD = presentation<CustomFieldWithProducts>()('custom field', {
  name: ({ name }) => name,
  subtitle: ({ type, slug }) => (
    <>
      <span>{FIELD_TYPES[type]}</span>
      <span className="font-mono text-xs">{slug}</span>
    </>
  ),
  fields: {
    name: { label: 'Name', column: { sort: 'name', cell: ({ name }) => name } },
    slug: {
      label: 'Slug',
      value: ({ slug }) => <span className="font-mono text-xs">{slug}</span>,
      column: { sort: 'slug', mobile: 'sub' },
    },
    type: {
      label: 'Type',
      value: ({ type }) => FIELD_TYPES[type],
      column: { width: 120, sort: 'type', mobile: 'end' },
    },
    form_label: { label: 'Label', value: ({ properties }) => properties.form_label },
    form_help_text: { label: 'Help text', value: ({ properties }) => properties.form_help_text },
    form_placeholder: {
      label: 'Placeholder',
      value: ({ type, properties }) =>
        type !== 'checkbox' && type !== 'date' && properties.form_placeholder,
    },
    // What an answer has to be, by type.
    lines: {
      label: 'Lines',
      value: ({ type, properties }) =>
        type === 'text' && (properties.textarea ? 'Multiple' : 'One'),
    },
    length: {
      label: 'Length',
      value: ({ type, properties }) =>
        type === 'text' && rangeLabel(count(properties.min_length), count(properties.max_length)),
    },
    range: {
      label: 'Range',
      value: (field) => {
        if (field.type !== 'number' && field.type !== 'date') return false;
        const { ge, le } = field.properties;
        return field.type === 'date'
          ? daysLabel(day(ge), day(le))
          : rangeLabel(count(ge), count(le));
      },
    },
    options: {
      label: 'Options',
      value: (field) =>
        field.type === 'select' && field.properties.options.map(({ label }) => label).join(', '),
    },
    products: {
      label: 'Used by',
      column: {
        width: 130,
        mobile: 'sub-end',
        cell: ({ products_count }) =>
          productsLabel(products_count) ?? <span className="text-muted">—</span>,
      },
      fact: ({ products_count }) => productsLabel(products_count),
    },
    created: {
      ...created(),
      column: {
        width: 130,
        sort: 'created_at',
        sortFirst: 'desc',
        cell: ({ created_at }) => <Time value={created_at} focusable={false} />,
      },
    },
    modified: { ...updated(), column: updatedColumn({ width: 130 }) },
  },
});

function productsLabel(count: number): string | null {
  return count === 0 ? null : pluralize(count, 'product');
}

const ANY = 'Any';

function count(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatCount(value);
}

/** A day of the bounds, which are in seconds since 1970 (UTC). */
function day(seconds: number | undefined): string | undefined {
  return seconds === undefined
    ? undefined
    : formatDate(new Date(seconds * 1000).toISOString(), 'UTC');
}

/** "From 3 to 10", "At least 3", "Up to 10", "Any". */
function rangeLabel(least: string | undefined, most: string | undefined): string {
  if (least !== undefined && most !== undefined) return `From ${least} to ${most}`;
  if (least !== undefined) return `At least ${least}`;
  return most === undefined ? ANY : `Up to ${most}`;
}

/** "From Jan 1, 2026 to May 3, 2026", "From Jan 1, 2026", "Until May 3, 2026", "Any". */
function daysLabel(first: string | undefined, last: string | undefined): string {
  if (first !== undefined && last !== undefined) return `From ${first} to ${last}`;
  if (first !== undefined) return `From ${first}`;
  return last === undefined ? ANY : `Until ${last}`;
}
