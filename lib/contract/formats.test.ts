import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const MOMENT = '2026-05-03T16:05:12Z';

/** One text of each kind of format, by a fresh module: formats are made when they are first used. */
async function print() {
  vi.resetModules();
  const formats = await import('@/lib/contract/formats');
  const { printMoney } = await import('@/lib/contract/money');
  const { minuteOf } = await import('@/lib/contract/times');
  return [
    formats.dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })(MOMENT),
    formats.numberFormat({ style: 'unit', unit: 'day' })(12),
    formats.formatDays(new Date('2026-11-02'), new Date('2026-11-08')),
    formats.formatDays(new Date('2026-10-24'), new Date('2026-11-22')),
    formats.formatDays(new Date('2025-12-29'), new Date('2026-01-04')),
    formats.formatDays(new Date('2026-11-02'), new Date('2026-11-02')),
    formats.formatList(['a', 'b', 'c']),
    formats.formatAgo(-3, 'hour'),
    printMoney(123_450, 'chf'),
    minuteOf(MOMENT, 'Europe/Berlin'),
  ];
}

const PLAIN = [
  'May 3, 2026, 4:05 PM',
  '12 days',
  'Nov 2 – 8, 2026',
  'Oct 24 – Nov 22, 2026',
  'Dec 29, 2025 – Jan 4, 2026',
  'Nov 2, 2026',
  'a, b, and c',
  '3 hours ago',
  'CHF 1,234.50',
  '2026-05-03T18:05',
];

it.each([
  ['plain', ' '],
  ['thin', '\u2009'],
  ['narrow no-break', '\u202f'],
  ['no-break', '\u00a0'],
])('prints the same characters where ICU writes %s spaces', async (_name, space) => {
  const respell = (text: string) => text.replace(/\s/g, space);
  const { DateTimeFormat, NumberFormat, ListFormat, RelativeTimeFormat } = Intl;
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
    DisplayNames: Intl.DisplayNames,
  });
  expect(await print()).toEqual(PLAIN);
});
