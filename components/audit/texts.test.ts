import { expect, it } from 'vitest';
import { AUDITED_KINDS, fieldName } from '@/components/audit/texts';
import { singularOf } from '@/lib/contract/nouns';
import { isAudited } from '@/lib/resources/audit-log/rules';
import { contracts } from '@/lib/resources/registry';

it('every kind of object whose changes are kept can be filtered by', () => {
  const kept = contracts.filter(isAudited).map(({ tag }) => singularOf(tag));
  // Refunds leave rows by their events.
  expect([...AUDITED_KINDS]).toEqual([...new Set([...kept, 'refund'])].sort());
});

it.each([
  ['profile_settings.accent_color', 'accent color'],
  ['order_id', 'order'],
  ['is_enabled', 'enabled'],
  ['success_url', 'success URL'],
])('the field %s is called %s', (field, name) => {
  expect(fieldName(field)).toBe(name);
});
