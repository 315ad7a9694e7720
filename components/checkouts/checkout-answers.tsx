'use client';

import { answers as texts } from '@/components/checkouts/texts';
import {
  Answer,
  AnswersSkeleton,
  useAnsweredFields,
} from '@/components/entities/custom-field-answers';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { labelOf } from '@/lib/resources/custom-fields/rules';

type Attached = Checkout['attached_custom_fields'][number];

/** What the product asks of a buyer, and what is answered so far. */
export function CheckoutAnswers({ checkout }: { checkout: Checkout }) {
  const { attached_custom_fields: asked, custom_field_data: data } = checkout;
  const slugs = new Set(asked.map(({ custom_field }) => custom_field.slug));
  // Of fields that the product has given up since.
  const others = Object.entries(data).filter(([slug]) => !slugs.has(slug));
  const { isLoading, factOf } = useAnsweredFields(others.map(([slug]) => slug));
  if (asked.length + others.length === 0) return null;
  return (
    <Section title={texts.title}>
      <Facts
        facts={[
          ...asked.map(
            (attached) =>
              [
                labelOf(attached.custom_field),
                <AnswerSoFar key="answer" attached={attached} checkout={checkout} />,
              ] as const,
          ),
          ...(isLoading ? [] : others.map(factOf)),
        ]}
      />
      {isLoading && <AnswersSkeleton count={others.length} />}
    </Section>
  );
}

function AnswerSoFar({
  attached: { custom_field: field, required },
  checkout: { custom_field_data, status },
}: {
  attached: Attached;
  checkout: Checkout;
}) {
  const value = custom_field_data[field.slug];
  if (value === undefined || value === null) {
    return (
      <span className="text-muted">
        {status === 'open' && required ? texts.asked : texts.notAnswered}
      </span>
    );
  }
  return <Answer value={value} field={field} />;
}
