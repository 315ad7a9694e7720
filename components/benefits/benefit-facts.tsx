'use client';

import { lookOf } from '@/components/benefit-types/look/looks';
import { sellerTypeOf } from '@/components/benefit-types/seller/seller-types';
import { BENEFIT } from '@/components/benefits/presentation';
import { DETAIL } from '@/components/benefits/texts';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import type { Benefit } from '@/lib/resources/benefits/schema';

const { labels } = BENEFIT;

/** What a benefit gives, by its type. */
export function BenefitFacts({ benefit }: { benefit: Benefit }) {
  return (
    <Section title={DETAIL.details}>
      <Facts
        facts={[
          [labels.type, lookOf(benefit).label],
          ...sellerTypeOf(benefit).facts(benefit),
          [labels.created, <Time key="created" value={benefit.created_at} show="datetime" />],
          benefit.modified_at !== null && [
            labels.updated,
            <Time key="updated" value={benefit.modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
