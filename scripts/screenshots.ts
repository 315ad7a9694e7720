// npm run screenshots -- --out <folder>: writes <page>.<variant>.png for every page of the product with the
// demo data, in light, dark and on a phone.
// npm run screenshots -- --compare <before> <after>: names the pictures that differ; exit code 1 if some do.

import { parseArgs } from 'node:util';
import { compareFolders } from '@/e2e/screenshots/compare';
import { takeScreenshots } from '@/e2e/screenshots/take';

const USAGE =
  'Use: npm run screenshots -- --out <folder>, or npm run screenshots -- --compare <before> <after>';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});
const [after] = positionals;
if (values.out) {
  await takeScreenshots(values.out);
} else if (values.compare && after) {
  const differences = compareFolders(values.compare, after);
  for (const { name, difference } of differences) console.log(`${name}: ${difference}`);
  console.log(`${differences.length} pictures differ.`);
  if (differences.length > 0) process.exitCode = 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
