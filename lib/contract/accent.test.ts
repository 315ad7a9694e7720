import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accentOf } from '@/lib/contract/accent';

const channel = fc.integer({ min: 0, max: 255 });
const anyColor = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

it('shows every color in both themes: 3:1 against the page, 4.5:1 under its label', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const accent = accentOf(color);
      for (const shade of [accent?.light, accent?.dark]) {
        expect(shade?.contrast).toBeGreaterThanOrEqual(3);
        expect(shade?.labelContrast).toBeGreaterThanOrEqual(4.5);
        if (!shade?.isAdjusted) expect(shade?.color).toBe(color);
        expect(shade?.isAdjusted).toBe((shade?.ownContrast ?? 0) < 3);
      }
    }),
  );
});

it('lightens a dark color in the dark theme alone', () => {
  expect(accentOf('#1B2A6B')).toMatchObject({
    color: '#1b2a6b',
    light: { color: '#1b2a6b', isAdjusted: false, label: 'white' },
    dark: { isAdjusted: true },
  });
});

it('takes three digits, and refuses what is no color', () => {
  expect(accentOf('#087')?.light.color).toBe('#008877');
  expect([null, '', 'red', '#12345'].map((color) => accentOf(color))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
