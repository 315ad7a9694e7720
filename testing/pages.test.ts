import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listedRoutes } from '@/e2e/pages';

it('the list of pages, which page checks and screenshots follow, has every page.tsx', () => {
  const app = fileURLToPath(new URL('../app', import.meta.url));
  const files = (readdirSync(app, { recursive: true }) as string[]).filter(
    (file) => path.basename(file) === 'page.tsx',
  );
  expect([...listedRoutes].sort()).toEqual(files.map((file) => path.dirname(file)).sort());
});
