import { CUSTOM_FIELD_ANSWERS } from '@/components/entities/texts';
import { Facts } from '@/components/ui/detail';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { dateFormat } from '@/lib/contract/formats';
import type { FieldData } from '@/lib/resources/custom-fields/rules';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** What a buyer filled in at the checkout, under the names of those fields that are known. */
export function Answers({
  data,
  fields = [],
}: {
  data: FieldData;
  fields?: readonly CustomField[];
}) {
  const answers = Object.entries(data);
  if (answers.length === 0) return null;
  return (
    <Section title={CUSTOM_FIELD_ANSWERS.answersOfTheBuyer}>
      <Facts
        facts={answers.map(([slug, value]) => {
          const field = fields.find((one) => one.slug === slug);
          return [field?.name ?? slug, <Answer key={slug} value={value} field={field} />] as const;
        })}
      />
    </Section>
  );
}

/** An answer as people read it; without its field as it stands. */
export function Answer({ value, field }: { value: unknown; field?: CustomField | undefined }) {
  return <span className="whitespace-pre-line">{wordsOf(value, field)}</span>;
}

function wordsOf(value: unknown, field: CustomField | undefined): string {
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return value ? CUSTOM_FIELD_ANSWERS.yes : CUSTOM_FIELD_ANSWERS.no;
  if (typeof value === 'number') return formatCount(value);
  const text = String(value);
  if (field?.type === 'date') return day(text);
  if (field?.type === 'select') {
    return field.properties.options.find((option) => option.value === text)?.label ?? text;
  }
  return text;
}

const DAYS = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar day is the same in every zone. The slug may have been that of another field once. */
function day(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.valueOf()) ? value : DAYS(date);
}
