import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { findViolations } from './axe';

// Every mail with demo data, as a client with style sheets shows it.

/** By the product's own command: templates are compiled for React, which this runner compiles for itself. */
function writePreviews(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tilldesk-mails-'));
  const options = ['scripts/run.mjs', 'mails', '--previews', folder];
  execFileSync(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

test('every mail fits a phone and a desktop, and axe finds nothing in either theme', {
  tag: '@soak',
}, async ({ page }) => {
  const folder = writePreviews();
  const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
  expect(files.length).toBeGreaterThan(18);
  for (const file of files) {
    await page.setContent(readFileSync(path.join(folder, file), 'utf8'));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, file).toBeLessThanOrEqual(width);
    }
    expect(await findViolations(page), file).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
