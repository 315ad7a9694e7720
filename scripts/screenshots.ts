// npm run screenshots: makes docs/tour.md and its pictures from the demo data.
// npm run screenshots -- --out <folder>: also writes <page>.<variant>.png for every page of the product, in
// light, dark, on a phone and on a wide screen.
// npm run screenshots -- --compare <before> <after>: names the pictures that differ; exit code 1 if some do.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareFolders } from '@/e2e/screenshots/compare';
import {
  type Save,
  stablePicture,
  stablePictureOfAll,
  takeScreenshots,
} from '@/e2e/screenshots/take';
import { pictureOf, TOUR, TOUR_VARIANTS, tourMarkdown } from '@/e2e/screenshots/tour';

const USAGE =
  'Use: npm run screenshots [-- --out <folder>], or npm run screenshots -- --compare <before> <after>';
const DOCS = 'docs';
const onTour = new Set(TOUR.map(({ name }) => name));

/** Writes what the window shows of a page of the tour. */
const saveForTour: Save = async (page, name, variant) => {
  if (!onTour.has(name) || variant === 'wide') return;
  await writeFile(path.join(DOCS, pictureOf(name, variant)), await stablePicture(page));
};

async function makeTour(): Promise<void> {
  await mkdir(path.join(DOCS, 'tour'), { recursive: true });
  await writeFile(path.join(DOCS, 'tour.md'), tourMarkdown());
}

/** Writes whole pages into a folder, however long they are. */
async function takeAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await takeScreenshots(async (page, name, variant) => {
    await saveForTour(page, name, variant);
    const file = path.join(folder, `${name}.${variant}.png`);
    await writeFile(file, await stablePictureOfAll(page));
  });
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});
const [after] = positionals;
if (values.out) {
  await makeTour();
  await takeAll(values.out);
} else if (values.compare && after) {
  const differences = compareFolders(values.compare, after);
  for (const { name, difference } of differences) console.log(`${name}: ${difference}`);
  console.log(`${differences.length} pictures differ.`);
  if (differences.length > 0) process.exitCode = 1;
} else if (values.compare || positionals.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await makeTour();
  await takeScreenshots(saveForTour, { names: onTour, variants: TOUR_VARIANTS });
}
