'use client';

import { LinkPage } from '@/components/session/link-page';
import { SecondFactorForm } from '@/components/session/second-factor-form';
import { FACTOR } from '@/components/session/texts';
import type { SecondFactor } from '@/lib/contract/second-factors';

/** What a page of a mailed link shows once the link was right, where a second factor is set up. */
export function SecondFactorPage({
  factors,
  onDone,
}: {
  factors: readonly SecondFactor[];
  onDone: () => void;
}) {
  return (
    <LinkPage title={FACTOR.title} text={FACTOR.text}>
      <SecondFactorForm factors={factors} onDone={onDone} />
    </LinkPage>
  );
}
