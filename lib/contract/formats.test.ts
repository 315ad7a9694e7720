import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const MOMENT = '2026-05-03T16:05:12Z';

/** One text of each kind of format, by a fresh module: formats are made when they are first used. */
async function print() {
  vi.resetModules();
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  const formats = await import('@/lib/contract/formats');
  const { printMoney } = await import('@/lib/contract/money');
  const { minuteOf } = await import('@/lib/contract/times');
  return [
    formats.dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })(MOMENT),
    formats.dateFormat({ hour: 'numeric', timeZoneName: 'shortOffset', timeZone: 'UTC' })(MOMENT),
    formats.numberFormat({ style: 'unit', unit: 'day' })(12),
    formats.numberFormat({ ...compact, style: 'currency', currency: 'USD' })(1000),
    formats.numberFormat(compact)(1234),
    formats.formatDays(new Date('2026-11-02'), new Date('2026-11-08')),
    formats.formatDays(new Date('2026-10-24'), new Date('2026-11-22')),
    formats.formatDays(new Date('2025-12-29'), new Date('2026-01-04')),
    formats.formatDays(new Date('2026-11-02'), new Date('2026-11-02')),
    formats.formatList(['a', 'b', 'c']),
    formats.formatAgo(-3, 'hour'),
    formats.regionName('DE'),
    formats.regionName('HK'),
    formats.regionName('TR'),
    printMoney(123_450, 'chf'),
    minuteOf(MOMENT, 'Europe/Berlin'),
  ];
}

const PLAIN = [
  'May 3, 2026, 4:05 PM',
  '4 PM GMT',
  '12 days',
  '$1K',
  '1.2K',
  'Nov 2 – 8, 2026',
  'Oct 24 – Nov 22, 2026',
  'Dec 29, 2025 – Jan 4, 2026',
  'Nov 2, 2026',
  'a, b, and c',
  '3 hours ago',
  'Germany',
  'Hong Kong SAR China',
  'Türkiye',
  'CHF 1,234.50',
  '2026-05-03T18:05',
];

/** Names of countries in Chromium, and before 2022. */
const OTHER_NAMES: Record<string, string> = { HK: 'Hong Kong', TR: 'Turkey' };

it.each([
  ['plain', ' ', 'GMT'],
  ['thin', '\u2009', 'GMT+0'],
  ['narrow no-break', '\u202f', 'GMT'],
  ['no-break', '\u00a0', 'GMT+0'],
])('prints the same characters where ICU writes %s spaces', async (_name, space, none) => {
  const respell = (text: string) => text.replace(/GMT(\+0)?$/, none).replace(/\s/g, space);
  const { DateTimeFormat, NumberFormat, ListFormat, RelativeTimeFormat, DisplayNames } = Intl;
  vi.stubGlobal('Intl', {
    DateTimeFormat: class extends DateTimeFormat {
      override format(moment?: Date | number) {
        return respell(super.format(moment));
      }
    },
    NumberFormat: class extends NumberFormat {
      override format(value: number) {
        return respell(super.format(value));
      }
    },
    ListFormat: class extends ListFormat {
      override format(items: Iterable<string>) {
        return respell(super.format(items));
      }
    },
    RelativeTimeFormat: class extends RelativeTimeFormat {
      override format(value: number, unit: Intl.RelativeTimeFormatUnit) {
        return respell(super.format(value, unit));
      }
    },
    DisplayNames: class extends DisplayNames {
      override of(code: string) {
        return OTHER_NAMES[code] ?? super.of(code);
      }
    },
  });
  expect(await print()).toEqual(PLAIN);
});

it('names the region of a language, and none of what is not one', async () => {
  const { regionOf } = await import('@/lib/contract/formats');
  expect(['da-DK', 'da', 'en-US@posix'].map(regionOf)).toEqual(['DK', undefined, undefined]);
});
