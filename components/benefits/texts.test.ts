import { expect, test } from 'vitest';
import { sellerTypeOf } from '@/components/benefit-types/seller/seller-types';
import { deleteEffects } from '@/components/benefits/texts';
import type { Benefit } from '@/lib/resources/benefits/schema';

function editEffects(benefit: Benefit, count: number) {
  return sellerTypeOf(benefit).editEffects(benefit, count);
}

const discord = (connection_status: 'connected' | 'not_connected') =>
  editEffects({ type: 'discord', connection_status } as Benefit, 2);

test('an edit of a benefit that is not connected promises no access', () => {
  expect(discord('not_connected')).toEqual([
    'The account isn’t connected: no access is given or revoked until it is.',
  ]);
  expect(discord('connected')[1]).toBe('2 grants already give access, which doesn’t change.');
});

test('effects count grants, of which one customer may have several', () => {
  expect(editEffects({ type: 'custom' } as Benefit, 1)).toEqual([
    '1 grant shows the new note right away.',
  ]);
  expect(deleteEffects({ type: 'downloadables' }, 2, 1)).toBe(
    'Revokes 2 grants now. Removed from 1 product.',
  );
  expect(deleteEffects({ type: 'license_keys' }, 1, 0)).toBe('Revokes 1 key now.');
});
