import { expect, it } from 'vitest';
import { parseTime, timeText } from '@/components/ui/typed-time';

it.each([
  ['9:30 PM', '21:30'],
  ['9:30pm', '21:30'],
  ['9 p.m.', '21:00'],
  ['9', '09:00'],
  ['12 am', '00:00'],
  ['12:15 PM', '12:15'],
  ['930', '09:30'],
  ['1830', '18:30'],
  ['18:30', '18:30'],
  ['13 pm', null],
  ['0 am', null],
  ['24:00', null],
  ['9:60', null],
  ['noon', null],
  ['', null],
])('%s is %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

it.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:00', '12:00 PM'],
  ['21:30', '9:30 PM'],
])('%s is shown as %s, which is read back', (time, text) => {
  expect(timeText(time)).toBe(text);
  expect(parseTime(text)).toBe(time);
});
