import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pictureOf, TOUR, TOUR_VARIANTS, tourMarkdown } from '@/e2e/screenshots/tour';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

it('the tour has the text and the pictures of its list (`npm run screenshots` makes them)', () => {
  expect(readFileSync(`${docs}tour.md`, 'utf8')).toBe(tourMarkdown());
  const pictures = TOUR.flatMap(({ name }) => TOUR_VARIANTS.map((one) => pictureOf(name, one)));
  expect(pictures.filter((file) => !existsSync(docs + file))).toEqual([]);
});

it('the README shows three of them', () => {
  const readme = readFileSync(`${docs}../README.md`, 'utf8');
  const shown = [...readme.matchAll(/"docs\/(tour\/[^"]+)"/g)].map(([, file]) => file);
  expect(shown).toHaveLength(3);
  expect(shown.filter((file) => !existsSync(docs + file))).toEqual([]);
});
