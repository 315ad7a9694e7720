import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listedRoutes, pageStatesOf, type Shop, sections } from '@/e2e/pages';

it('the list of pages, which page checks and screenshots follow, has every page.tsx', () => {
  const app = fileURLToPath(new URL('../app', import.meta.url));
  const files = (readdirSync(app, { recursive: true }) as string[]).filter(
    (file) => path.basename(file) === 'page.tsx',
  );
  expect([...listedRoutes].sort()).toEqual(files.map((file) => path.dirname(file)).sort());
});

it('every page of the list has an address in a shop, without a parameter that nothing stands for', () => {
  const shop = new Proxy({} as Shop, { get: (_, name) => String(name) });
  const paths = sections.flatMap((section) => pageStatesOf(section, shop)).map(({ path }) => path);
  expect(paths.length).toBe(listedRoutes.length);
  expect(paths.filter((path) => path.includes('['))).toEqual([]);
});
