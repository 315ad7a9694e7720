/** Batches per run: the other background tasks wait for this one, and the next run continues. */
const MAX_BATCHES = 20;

/** Repeats a batch until it returns that nothing is left, or {@link MAX_BATCHES} times. */
export async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < MAX_BATCHES; done += 1) if (!(await batch())) return;
}
