import { useQuery } from '@tanstack/react-query';
import { CUSTOM_FIELD_ANSWERS } from '@/components/entities/texts';
import { useOrganization } from '@/components/session/organization';
import { Facts } from '@/components/ui/detail';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { dateFormat } from '@/lib/contract/formats';
import { listCustomFields } from '@/lib/resources/custom-fields/operations';
import { type FieldData, labelOf } from '@/lib/resources/custom-fields/rules';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** What a buyer filled in at the checkout, under the labels of the fields. */
export function Answers({ data }: { data: FieldData }) {
  const answers = Object.entries(data);
  const { isLoading, factOf } = useAnsweredFields(answers.map(([slug]) => slug));
  if (answers.length === 0) return null;
  return (
    <Section title={CUSTOM_FIELD_ANSWERS.answersOfTheBuyer}>
      {isLoading ? (
        <AnswersSkeleton count={answers.length} />
      ) : (
        <Facts facts={answers.map(factOf)} />
      )}
    </Section>
  );
}

/** Answers as facts, by the fields of the organization with these slugs, which a product may have given up since. */
export function useAnsweredFields(slugs: readonly string[]) {
  const { id } = useOrganization();
  const fields = useQuery({
    ...query(listCustomFields, {
      query: { organization_id: [id], slug: [...slugs], limit: 100 },
    }),
    enabled: slugs.length > 0,
  });
  return {
    isLoading: fields.isLoading,
    factOf: ([slug, value]: [slug: string, value: unknown]) => {
      const field = fields.data?.items.find((one) => one.slug === slug);
      const answer = <Answer key={slug} value={value} field={field} />;
      return [field ? labelOf(field) : slug, answer] as const;
    },
  };
}

/** Of answers whose fields are loading. */
export function AnswersSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <LoadingNote label={CUSTOM_FIELD_ANSWERS.theAnswers} />
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <Skeleton key={index} className="h-6 w-64 max-w-full" />
      ))}
    </div>
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
