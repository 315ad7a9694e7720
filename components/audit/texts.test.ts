import { expect, it } from 'vitest';
import { AUDITED_KINDS, fieldName } from '@/components/audit/texts';
import { isAudited, kindOf } from '@/lib/resources/audit-log/rules';
import { contracts } from '@/lib/resources/registry';

it('every kind of object whose changes are kept can be filtered by', () => {
  const kept = contracts.filter(isAudited).map(kindOf);
  // Refunds leave rows by their events, apps by what their maker does.
  expect([...AUDITED_KINDS]).toEqual([...new Set([...kept, 'refund', 'oauth_app'])].sort());
});

it.each([
  ['profile_settings.accent_color', 'accent color'],
  ['order_id', 'order'],
  ['is_enabled', 'enabled'],
  ['success_url', 'success URL'],
  ['basis_points', 'percentage'],
])('the field %s is called %s', (field, name) => {
  expect(fieldName(field)).toBe(name);
});
