import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as ads from '@/lib/resources/benefits/types/ads';
import * as custom from '@/lib/resources/benefits/types/custom';
import * as discord from '@/lib/resources/benefits/types/discord';
import * as downloadables from '@/lib/resources/benefits/types/downloadables';
import { guildToken } from '@/lib/resources/benefits/types/guild-token';
import * as licenseKeys from '@/lib/resources/benefits/types/license-keys';
import { digest } from '@/lib/runtime/secrets';

it('makes one guild of one token, and never keeps the token', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (token) => {
      const guildOf = (guild_token: string) =>
        discord.rules.store({ guild_token, role_id: '1' }, digest);
      const { guild_id: guild } = guildOf(token);
      expect(guild).toMatch(/^\d{18}$/);
      expect(guildOf(token)).toEqual({ guild_id: guild, role_id: '1' });
      expect(guildOf(guildToken(guild)).guild_id).toBe(guild);
    }),
  );
});

it('fills in the defaults of every type', () => {
  expect(ads.Properties.parse({})).toEqual({ image_height: 400, image_width: 400 });
  expect(custom.Properties.parse({})).toEqual({ note: null });
  expect(licenseKeys.Properties.parse({})).toEqual({
    prefix: null,
    expires: null,
    activations: null,
    limit_usage: null,
    source: 'generated',
  });
  expect(licenseKeys.Properties.parse({ prefix: '  ' }).prefix).toBeNull();
});

it('bounds the limits of license keys', () => {
  const fits = (properties: object) => licenseKeys.Properties.safeParse(properties).success;
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
  const kept = '0194f000-0000-7000-8000-000000000001';
  const gone = '0194f000-0000-7000-8000-000000000002';
  const given = { files: [kept], archived: { [kept]: true, [gone]: true } };
  const { store } = downloadables.rules;
  expect(store(given, digest)).toEqual({ files: [kept], archived: { [kept]: true } });
});
