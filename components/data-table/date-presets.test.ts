import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATE_PRESETS, presetAt, presetStart } from '@/components/data-table/date-presets';
import { dayOf, minuteOf } from '@/lib/contract/times';

const at = (moment: string) => Date.parse(moment);

describe('presetStart', () => {
  it('begins with a day of the zone', () => {
    const now = at('2026-05-03T19:00:00Z');
    expect(presetStart('today', now, 'Asia/Kolkata')).toBe('2026-05-03T18:30:00.000Z');
    expect(presetStart('week', now, 'Asia/Kolkata')).toBe('2026-04-27T18:30:00.000Z');
    expect(presetStart('month', now, 'UTC')).toBe('2026-04-04T00:00:00.000Z');
    expect(presetStart('thisMonth', now, 'America/New_York')).toBe('2026-05-01T04:00:00.000Z');
  });

  it('counts days, not hours, over the end of daylight saving time', () => {
    const now = at('2026-11-02T12:00:00Z');
    expect(presetStart('today', now, 'America/New_York')).toBe('2026-11-02T05:00:00.000Z');
    expect(presetStart('week', now, 'America/New_York')).toBe('2026-10-27T04:00:00.000Z');
  });

  it('is midnight, at most 30 days ago, and is found again by its moment', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin');
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, moments, fc.constantFrom(...DATE_PRESETS), (zone, moment, preset) => {
        const now = moment.getTime();
        const start = presetStart(preset, now, zone);
        expect(minuteOf(start, zone).slice(11)).toBe('00:00');
        expect(Date.parse(start)).toBeLessThanOrEqual(now);
        expect(
          dayOf(start, zone) >= dayOf(new Date(now - 31 * 86_400_000).toISOString(), zone),
        ).toBe(true);
        const found = presetAt(start, now, zone);
        expect(found && presetStart(found, now, zone)).toBe(start);
      }),
    );
  });
});
