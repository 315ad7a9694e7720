import { db } from '@/lib/database/connection/client';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';

const DAY = 86_400_000;
const CODES = 8;

/** Codes of an app store, which the seller has bought and a benefit is to hand out: few enough for a warning. */
export async function makeKeyPool(organizationId: string, moment: Date): Promise<void> {
  const createdAt = new Date(moment.getTime() - 6 * DAY);
  const own = { organizationId, createdAt };
  const { id: benefitId } = await db(null).benefit.create({
    data: {
      id: newId(),
      ...own,
      type: 'license_keys',
      description: 'Quill for tablets, store code',
      properties: {
        prefix: null,
        expires: null,
        activations: null,
        limit_usage: null,
        source: 'pool',
        low_stock_at: 10,
      },
    },
  });
  const data = Array.from({ length: CODES }, (_, index) => ({
    id: newId(),
    ...own,
    benefitId,
    key: digest(`store code ${index}`).slice(0, 12).toUpperCase(),
  }));
  await db(null).poolKey.createMany({ data });
}
