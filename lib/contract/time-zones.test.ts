import { expect, test } from 'vitest';
import { currentZone, formerZone, timeZones, zoneCity, zoneName } from '@/lib/contract/time-zones';

const WINTER = new Date('2026-01-15T12:00:00Z');
const SUMMER = new Date('2026-07-15T12:00:00Z');

test('zones have the names of today, each once', () => {
  const zones = timeZones();
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv']));
  expect(zones).not.toContain('Asia/Calcutta');
  expect(zones).not.toContain('Europe/Kiev');
  expect(new Set(zones).size).toBe(zones.length);
  expect(currentZone('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(formerZone('Europe/Kyiv')).toBe('Europe/Kiev');
  expect(formerZone('Europe/Berlin')).toBe('');
  expect(currentZone('Europe/Berlin')).toBe('Europe/Berlin');
});

test('every name is that of a zone which this version knows', () => {
  for (const zone of timeZones()) expect(() => zoneName(zone, WINTER), zone).not.toThrow();
});

test.each([
  ['America/Los_Angeles', WINTER, 'Los Angeles', 'America', 'GMT−8', -480],
  ['America/Los_Angeles', SUMMER, 'Los Angeles', 'America', 'GMT−7', -420],
  ['America/Argentina/Buenos_Aires', WINTER, 'Buenos Aires', 'Argentina, America', 'GMT−3', -180],
  ['Asia/Calcutta', WINTER, 'Kolkata', 'Asia', 'GMT+5:30', 330],
  ['America/St_Johns', WINTER, 'St Johns', 'America', 'GMT−3:30', -210],
  ['UTC', WINTER, 'UTC', '', 'GMT+0', 0],
])('%s', (zone, moment, city, region, offset, minutes) => {
  expect(zoneName(zone, moment)).toEqual({ city, region, offset, minutes });
  expect(zoneCity(zone)).toBe(city);
});
