import { advanceTestClock } from '@/lib/resources/test-clocks/contract';
import { advanceClocks } from '@/lib/workflows/advance-clock';
import { callApi } from '@/testing/call-api';
import type { Seller } from '@/testing/factories';

/** Makes way for no other test's clock, however long the machine takes. */
const whole = advanceClocks(Number.POSITIVE_INFINITY);

/** Runs an advance that has begun to its end, as a worker does. */
export async function runAdvance(
  organizationId: string,
  signal = new AbortController().signal,
): Promise<void> {
  await whole.run({ organization_id: organizationId }, signal);
}

/** Advances the test clock of a seller's organization, with all that is due until then. */
export async function advanceTo(seller: Seller, to: Date | string): Promise<void> {
  await callApi(advanceTestClock, { body: { to: new Date(to).toISOString() } }, { as: seller });
  await runAdvance(seller.organizationId);
}
