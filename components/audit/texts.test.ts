import { expect, it } from 'vitest';
import { AUDITED_KINDS } from '@/components/audit/texts';
import { isAudited, kindOf } from '@/lib/resources/audit-log/rules';
import { contracts } from '@/lib/resources/registry';

it('every kind of object whose changes are kept can be filtered by', () => {
  const kept = contracts.filter(isAudited).map(kindOf);
  // Refunds leave rows by their events.
  expect([...AUDITED_KINDS]).toEqual([...new Set([...kept, 'refund'])].sort());
});
