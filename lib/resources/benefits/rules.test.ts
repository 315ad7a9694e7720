import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guildId, storedProperties } from '@/lib/resources/benefits/rules';
import { PROPERTIES } from '@/lib/resources/benefits/schema';
import { guildToken } from '@/lib/resources/discord-connections/rules';
import { digest } from '@/lib/runtime/secrets';

it('makes one guild of one token, and never keeps the token', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (token) => {
      const guild = guildId(token, digest);
      expect(guild).toMatch(/^\d{18}$/);
      expect(guildId(token, digest)).toBe(guild);
      expect(guildId(guildToken(guild), digest)).toBe(guild);
      expect(storedProperties({ guild_token: token, role_id: '1' }, digest)).toEqual({
        guild_id: guild,
        role_id: '1',
      });
    }),
  );
});

it('fills in the defaults of every type', () => {
  expect(PROPERTIES.ads.parse({})).toEqual({ image_height: 400, image_width: 400 });
  expect(PROPERTIES.custom.parse({})).toEqual({ note: null });
  expect(PROPERTIES.license_keys.parse({})).toEqual({
    prefix: null,
    expires: null,
    activations: null,
    limit_usage: null,
  });
  expect(PROPERTIES.license_keys.parse({ prefix: '  ' }).prefix).toBeNull();
});

it('bounds the limits of license keys', () => {
  const fits = (properties: object) => PROPERTIES.license_keys.safeParse(properties).success;
  for (const [limit, allowed] of [
    [0, false],
    [1, true],
    [50, true],
    [51, false],
  ] as const) {
    expect(fits({ activations: { limit, enable_customer_admin: true } })).toBe(allowed);
  }
  for (const [ttl, allowed] of [
    [0, false],
    [1, true],
    [1000, true],
    [1001, false],
  ] as const) {
    expect(fits({ expires: { ttl, timeframe: 'year' } })).toBe(allowed);
  }
  expect(fits({ expires: { ttl: 1, timeframe: 'week' } })).toBe(false);
  expect(fits({ limit_usage: 0 })).toBe(false);
  expect(fits({ limit_usage: 1 })).toBe(true);
});

it('forgets what is said of files that the benefit does not have', () => {
  const [kept, gone] = [
    '0194f000-0000-7000-8000-000000000001',
    '0194f000-0000-7000-8000-000000000002',
  ];
  const given = { files: [kept], archived: { [kept]: true, [gone]: true } };
  expect(storedProperties(given, digest)).toEqual({ files: [kept], archived: { [kept]: true } });
});
