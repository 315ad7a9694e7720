import type { Dataset } from '@/bench/environment';
import { usageOf } from '@/bench/processes';
import type { Product } from '@/testing/product';

/** What an export cost. */
export interface Exported {
  rows: number;
  bytes: number;
  firstMs: number;
  seconds: number;
  serverMs: number;
  databaseMs: number;
  /** How much more memory the product had meanwhile than before, at most. */
  grownBytes: number;
}

const SAMPLE_INTERVAL_MS = 200;
const LINE_END = 10;

/** Exports all subscriptions of a dataset and reads to the end. Nothing is compressed on the way. */
export async function readExport(
  product: Product,
  postmaster: number,
  { token }: Dataset,
  accept: string,
): Promise<Exported> {
  const usage = () => usageOf(product.run.groupId, postmaster);
  const before = usage();
  let grownBytes = 0;
  const sample = () => {
    grownBytes = Math.max(grownBytes, usage().residentBytes - before.residentBytes);
  };
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS);
  const begun = performance.now();
  try {
    const answer = await fetch(`${product.url}/v1/subscriptions/export`, {
      headers: { Authorization: `Bearer ${token}`, Accept: accept, 'Accept-Encoding': 'identity' },
    });
    if (answer.status !== 200) throw new Error(`The export answered ${answer.status}.`);
    let [bytes, lines, firstMs] = [0, 0, 0];
    for await (const chunk of answer.body ?? []) {
      firstMs ||= performance.now() - begun;
      bytes += chunk.length;
      for (const byte of chunk) if (byte === LINE_END) lines += 1;
    }
    sample();
    const after = usage();
    return {
      // A line each; in CSV one more is the header.
      rows: accept === 'text/csv' ? lines - 1 : lines,
      bytes,
      firstMs,
      seconds: (performance.now() - begun) / 1000,
      serverMs: after.serverMs - before.serverMs,
      databaseMs: after.databaseMs - before.databaseMs,
      grownBytes,
    };
  } finally {
    clearInterval(timer);
  }
}
