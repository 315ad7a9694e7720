import fc from 'fast-check';
import { expect, test } from 'vitest';
import { background, drawAvatar } from '@/lib/resources/avatars/rules';
import { avatarUrl } from '@/lib/resources/avatars/serialize';

const avatarFile = (person: { email: string; name: string | null }) =>
  avatarUrl(person).replace('http://localhost:3000/avatars/', '');
const textOf = (file: string) => />([^<]+)<\/text>/.exec(drawAvatar(file) ?? '')?.[1];
const HASH = 'a'.repeat(24);

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada king lovelace', 'AL'],
  ['  Cher ', 'C'],
  ['Émile Zola', 'ÉZ'],
  ['ßigmund Groß', 'ßG'],
  ['山田 太郎', '山太'],
  ['"Q" <script>', 'QS'],
  ['!!! ???', 'M'],
  [null, 'M'],
])('the initials of %s are %s', (name, initials) => {
  expect(textOf(avatarFile({ email: 'mail@example.com', name }))).toBe(initials);
});

test('the color is the email address in any case, the letters are the name', () => {
  const file = avatarFile({ email: 'Ada@Example.com', name: 'Ada' });
  expect(avatarFile({ email: 'ada@example.com', name: 'Ada' })).toBe(file);
  expect(avatarFile({ email: 'bob@example.com', name: 'Ada' })).not.toBe(file);
  expect(file).toMatch(/^[0-9a-f]{24}41\.svg$/);
});

test('every name gives a picture that holds nothing but letters', { tags: 'soak' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
      const text = textOf(avatarFile({ email: 'mail@example.com', name }));
      expect(text).toMatch(/^[\p{L}\p{N}]{1,2}$/u);
    }),
  );
});

test('no other name is a picture', () => {
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const file of [
    '',
    'x.svg',
    `${HASH}.svg`,
    `${HASH}41`,
    `${HASH}4142.png`,
    `${HASH}${hex('ABC')}.svg`,
    `${HASH}${hex('<')}.svg`,
    `${HASH}${hex('&A')}.svg`,
    `${HASH}ff.svg`,
    `${HASH}efbbbf41.svg`,
    `${HASH}c3.svg`,
    `${HASH}414.svg`,
    `${HASH.toUpperCase()}41.svg`,
    `${HASH}41.svg\n`,
  ]) {
    expect(drawAvatar(file), file).toBeNull();
  }
});

test('white letters have a contrast of at least 4.5 on every hue', () => {
  for (let hue = 0; hue < 360; hue += 1) {
    const [red = 0, green = 0, blue = 0] = (background(hue).match(/[0-9a-f]{2}/g) ?? []).map(
      (hex) => {
        const value = Number.parseInt(hex, 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      },
    );
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    expect(1.05 / (luminance + 0.05), `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
  }
});
