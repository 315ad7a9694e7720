import { expect, test } from 'vitest';
import { dayText, isDay, parseDay } from '@/components/ui/typed-day';

test.each([
  ['2030-05-03', '2030-05-03'],
  ['5/3/2030', '2030-05-03'],
  ['05/03/2030', '2030-05-03'],
  ['May 3, 2030', '2030-05-03'],
  [' may 3 2030 ', '2030-05-03'],
  ['3 May 2030', '2030-05-03'],
  ['12/31/2030', '2030-12-31'],
  ['February 29, 2028', '2028-02-29'],
  // Not yet, or no day at all.
  ['5/3', null],
  ['5/3/20', null],
  ['May 3', null],
  ['2030', null],
  ['2030-02-30', null],
  ['February 30, 2030', null],
  ['31/12/2030', null],
  ['next week', null],
  ['week 3, 2030', null],
  ['', null],
])('“%s” is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test('a day is shown in words, and read back', () => {
  expect(dayText('2030-05-03')).toBe('May 3, 2030');
  expect(parseDay(dayText('2030-05-03'))).toBe('2030-05-03');
  expect(isDay('2030-05-03')).toBe(true);
  expect(isDay('2030-5-3')).toBe(false);
  expect(isDay('')).toBe(false);
});
