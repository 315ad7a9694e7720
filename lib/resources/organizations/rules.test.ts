import { describe, expect, it } from 'vitest';
import { isTimeZone } from '@/lib/contract/formats';
import {
  isReservedSlug,
  mergeSettings,
  PROFILE_DEFAULTS,
} from '@/lib/resources/organizations/rules';

describe('settings', () => {
  it('have all their keys', () => {
    expect(mergeSettings({}, null, PROFILE_DEFAULTS)).toEqual(PROFILE_DEFAULTS);
  });

  it('are merged one level deep', () => {
    const links = ['https://example.com'];
    const current = { ...PROFILE_DEFAULTS, description: 'Old', links };
    const subscribe = { promote: false, show_count: true, count_free: true };
    expect(mergeSettings(current, { description: 'New', subscribe }, PROFILE_DEFAULTS)).toEqual({
      ...PROFILE_DEFAULTS,
      description: 'New',
      links,
      subscribe,
    });
  });

  it('are cleared by null where they can be null, else kept', () => {
    const current = {
      ...PROFILE_DEFAULTS,
      description: 'Old',
      enabled: true,
      links: ['https://a.b'],
    };
    const given = { description: null, enabled: null, links: null, subscribe: null };
    const expected = { ...current, description: null };
    expect(mergeSettings(current, given, PROFILE_DEFAULTS)).toEqual(expected);
  });

  it('keep nothing that is no setting', () => {
    const stale = { ...PROFILE_DEFAULTS, gone: 1 };
    expect(mergeSettings(stale, null, PROFILE_DEFAULTS)).toEqual(PROFILE_DEFAULTS);
  });
});

it.each(['new', 'v1', 'api', 'docs', 'checkout', 'portal', 'avatars', 'dashboard', 'settings'])(
  'the word %s is reserved',
  (word) => expect(isReservedSlug(word)).toBe(true),
);

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Kolkata'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

it.each(['', '+01:00', 'Mars/Base', 'Europe/Berlin ', '../etc', '\u0000'])('%j is none', (name) =>
  expect(isTimeZone(name)).toBe(false),
);
