import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  displayKey,
  evaluate,
  expiryOf,
  type KeyCheck,
  type KeyState,
  keyOf,
  type LicenseCode,
  messageOf,
} from '@/lib/resources/license-keys/rules';

const NOW = new Date('2026-05-31T12:00:00Z');
const later = new Date(NOW.getTime() + 1);

const key = (facts: Partial<KeyState> = {}): KeyState => ({
  status: 'granted',
  expiresAt: null,
  benefitId: 'benefit',
  customerId: 'customer',
  usage: 0,
  limitUsage: null,
  activationsCount: 0,
  limitActivations: null,
  ...facts,
});
const validation = (asked: Partial<Extract<KeyCheck, { about: 'validation' }>> = {}): KeyCheck => ({
  about: 'validation',
  conditions: {},
  benefitId: null,
  customerId: null,
  incrementUsage: 0,
  ...asked,
});

test.each<[LicenseCode, string, KeyState | null, KeyCheck]>([
  ['NOT_FOUND', 'no key', null, validation()],
  ['VALID', 'a plain key', key(), validation()],
  ['VALID', 'a plain key that only has to stand', key(), { about: 'key' }],
  ['REVOKED', 'a revoked key', key({ status: 'revoked' }), { about: 'key' }],
  ['DISABLED', 'a disabled key', key({ status: 'disabled' }), { about: 'key' }],
  ['EXPIRED', 'a key that expires now', key({ expiresAt: NOW }), { about: 'key' }],
  ['VALID', 'a key that expires in a moment', key({ expiresAt: later }), { about: 'key' }],
  ['REVOKED', 'first things first', key({ status: 'revoked', expiresAt: NOW }), validation()],
  ['ACTIVATION_NOT_FOUND', 'no such activation', key(), validation({ activation: null })],
  [
    'ACTIVATION_NOT_FOUND',
    'an activation that ends now',
    key(),
    validation({ activation: { conditions: {}, expiresAt: NOW } }),
  ],
  [
    'VALID',
    'an activation that ends in a moment',
    key(),
    validation({ activation: { conditions: {}, expiresAt: later } }),
  ],
  [
    'CONDITIONS_MISMATCH',
    'another condition',
    key(),
    validation({ activation: { conditions: { major: 1 } }, conditions: { major: '1' } }),
  ],
  [
    'CONDITIONS_MISMATCH',
    'a condition that is not given',
    key(),
    validation({ activation: { conditions: { major: 1 } } }),
  ],
  [
    'CONDITIONS_MISMATCH',
    'a condition that the activation lacks',
    key(),
    validation({ activation: { conditions: {} }, conditions: { major: 1 } }),
  ],
  [
    'VALID',
    'the same conditions in another order',
    key(),
    validation({
      activation: { conditions: { major: 1, os: 'mac' } },
      conditions: { os: 'mac', major: 1 },
    }),
  ],
  ['VALID', 'conditions without an activation', key(), validation({ conditions: { major: 1 } })],
  ['BENEFIT_MISMATCH', 'another benefit', key(), validation({ benefitId: 'other' })],
  ['VALID', 'its benefit', key(), validation({ benefitId: 'benefit' })],
  ['CUSTOMER_MISMATCH', 'another customer', key(), validation({ customerId: 'other' })],
  ['VALID', 'its customer', key(), validation({ customerId: 'customer' })],
  ['VALID', 'the last use', key({ usage: 4, limitUsage: 5 }), validation({ incrementUsage: 1 })],
  [
    'USAGE_EXCEEDED',
    'one use too many',
    key({ usage: 4, limitUsage: 5 }),
    validation({ incrementUsage: 2 }),
  ],
  [
    'USAGE_EXCEEDED',
    'more than can be counted',
    key({ usage: 2_147_483_647 }),
    validation({ incrementUsage: 1 }),
  ],
  ['VALID', 'a used up key that is not used', key({ usage: 9, limitUsage: 5 }), validation()],
  ['ACTIVATION_NOT_SUPPORTED', 'no activation limit', key(), { about: 'activation' }],
  ['VALID', 'the first activation', key({ limitActivations: 1 }), { about: 'activation' }],
  [
    'ACTIVATION_LIMIT_REACHED',
    'the second of one',
    key({ limitActivations: 1, activationsCount: 1 }),
    { about: 'activation' },
  ],
  [
    'ACTIVATION_LIMIT_REACHED',
    'a limit below what is there',
    key({ limitActivations: 1, activationsCount: 3 }),
    { about: 'activation' },
  ],
])('%s: %s', (code, _, facts, check) => {
  expect(evaluate(facts, check, NOW)).toBe(code);
  expect(messageOf(code)).toMatch(/^[A-Z].*\.$/);
});

describe('of any key and check', () => {
  const moment = fc.integer({ min: -2, max: 2 }).map((ms) => new Date(NOW.getTime() + ms));
  const count = fc.integer({ min: 0, max: 4 });
  const limit = fc.option(fc.integer({ min: 1, max: 4 }));
  const facts: fc.Arbitrary<KeyState> = fc.record({
    status: fc.constantFrom('granted', 'revoked', 'disabled'),
    expiresAt: fc.option(moment),
    benefitId: fc.constantFrom('a', 'b'),
    customerId: fc.constantFrom('a', 'b'),
    usage: count,
    limitUsage: limit,
    activationsCount: count,
    limitActivations: limit,
  });
  const conditions = fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, '1', true));
  const check: fc.Arbitrary<KeyCheck> = fc.oneof(
    fc.record({
      about: fc.constant('validation' as const),
      activation: fc.option(fc.record({ conditions, expiresAt: fc.option(moment) })),
      conditions,
      benefitId: fc.option(fc.constantFrom('a', 'b')),
      customerId: fc.option(fc.constantFrom('a', 'b')),
      incrementUsage: count,
    }),
    fc.constant({ about: 'activation' as const }),
  );

  it('what does not stand is good for nothing, for the same reason', () => {
    fc.assert(
      fc.property(facts, check, (facts, check) => {
        const standing = evaluate(facts, { about: 'key' }, NOW);
        if (standing !== 'VALID') expect(evaluate(facts, check, NOW)).toBe(standing);
        else expect(facts.status).toBe('granted');
      }),
    );
  });

  it('what is valid stays within every limit', () => {
    fc.assert(
      fc.property(facts, check, (facts, check) => {
        if (evaluate(facts, check, NOW) !== 'VALID') return;
        expect(facts.expiresAt === null || facts.expiresAt > NOW).toBe(true);
        if (check.about === 'activation') {
          expect(facts.activationsCount + 1).toBeLessThanOrEqual(facts.limitActivations ?? -1);
        } else if (check.about === 'validation') {
          const { incrementUsage, benefitId, customerId, activation } = check;
          if (incrementUsage > 0) {
            expect(facts.usage + incrementUsage).toBeLessThanOrEqual(facts.limitUsage ?? Infinity);
          }
          expect([null, facts.benefitId]).toContain(benefitId);
          expect([null, facts.customerId]).toContain(customerId);
          expect(activation).not.toBeNull();
          if (activation) expect(activation.conditions).toEqual(check.conditions);
        }
      }),
    );
  });

  it('a later moment never makes it better', () => {
    fc.assert(
      fc.property(facts, check, (facts, check) => {
        const after = evaluate(facts, check, later);
        if (after === 'VALID') expect(evaluate(facts, check, NOW)).toBe('VALID');
      }),
    );
  });
});

test.each([
  ['2026-01-31T10:00:00.123Z', 1, 'month', '2026-02-28T10:00:00.123Z'],
  ['2026-01-31T10:00:00.123Z', 2, 'month', '2026-03-31T10:00:00.123Z'],
  ['2026-10-31T23:59:59.999Z', 4, 'month', '2027-02-28T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', 1, 'year', '2029-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 4, 'year', '2032-02-29T00:00:00.000Z'],
  ['2026-02-28T08:00:00.000Z', 2, 'day', '2026-03-02T08:00:00.000Z'],
] as const)('from %s a life of %i %s lasts until %s', (start, ttl, timeframe, end) => {
  expect(expiryOf(new Date(start), { ttl, timeframe })?.toISOString()).toBe(end);
});

test('a life of so many months ends in that month, on the same day or the last', () => {
  const day = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 240 }), (start, ttl) => {
      const end = expiryOf(start, { ttl, timeframe: 'month' }) as Date;
      const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(months(end) - months(start)).toBe(ttl);
      const tomorrow = new Date(end.getTime() + 86_400_000);
      const isLast = tomorrow.getUTCMonth() !== end.getUTCMonth();
      expect(end.getUTCDate() === start.getUTCDate() || isLast).toBe(true);
      expect(end.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000);
      if (ttl % 12 === 0)
        expect(expiryOf(start, { ttl: ttl / 12, timeframe: 'year' })).toEqual(end);
    }),
  );
});

test('without a life it never ends', () => {
  expect(expiryOf(NOW, null)).toBeNull();
});

test('a key is in capitals, after its prefix, and shows its last six characters', () => {
  const uuid = '0b9f8a3c-1c2d-4e5f-8a9b-0c1d2e3f4a5b';
  expect(keyOf(null, uuid)).toBe(uuid.toUpperCase());
  expect(keyOf('Tilldesk', uuid)).toBe(`TILLDESK-${uuid.toUpperCase()}`);
  expect(displayKey(keyOf('Tilldesk', uuid))).toBe('****-3F4A5B');
});
