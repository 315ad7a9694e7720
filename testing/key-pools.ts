import { db } from '@/lib/database/connection/client';
import { getBenefit } from '@/lib/resources/benefits/contract';
import { addPoolKeys, getPoolKeyUpload } from '@/lib/resources/pool-keys/contract';
import { uploadPoolKeys } from '@/lib/resources/pool-keys/jobs';
import { PoolKeysAdded } from '@/lib/resources/pool-keys/schema';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { tendKeyPool } from '@/lib/workflows/tend-key-pool';
import { callApi } from '@/testing/call-api';
import type { Seller } from '@/testing/factories';
import { uploadFile } from '@/testing/files';
import { buyer, confirm, free, makeCheckout, makeKeyBenefit } from '@/testing/shop';

/** A key of a seller's own, which is hard to guess. */
export const ownKey = (name: number | string) => `Own-${name}-aB3dE5fG7hJ9kL2mN4pQ6`;

/** A benefit with a pool of these keys, and a product that gives it. */
export async function makePool(
  as: Seller,
  keys: readonly string[] = [],
  { prices = free, ...properties }: { prices?: typeof free } & Record<string, unknown> = {},
) {
  const { id } = await makeKeyBenefit(as, { source: 'pool', ...properties });
  const product = await callApi(createProduct, { body: { name: 'A game', prices } }, { as });
  const given = { params: { id: product.id }, body: { benefits: [id] } };
  await callApi(updateProductBenefits, given, { as });
  if (keys.length > 0) await addKeys(as, id, keys);
  return { id, productId: product.id };
}

/** Adds keys, which wakes no worker. */
export async function addKeys(as: Seller, id: string, keys: readonly string[]) {
  const body = { keys: [...keys] };
  return PoolKeysAdded.parse(await callApi(addPoolKeys, { params: { id }, body }, { as }));
}

/** Uploads a file of keys, and begins to read it. */
export async function beginUpload(as: Seller, id: string, csv: string | Buffer) {
  const file = { service: 'import', name: 'keys.csv', mime_type: 'text/csv' } as const;
  const { id: file_id } = await uploadFile(as, Buffer.from(csv), file);
  const begun = await callApi(addPoolKeys, { params: { id }, body: { file_id } }, { as });
  if (!('id' in begun)) throw new Error('Not an upload');
  return begun;
}

/** A run of the job that reads an upload. */
export const runUpload = (as: Seller, upload_id: string, signal = new AbortController().signal) =>
  uploadPoolKeys.run({ organization_id: as.organizationId, upload_id }, signal);

export const readUpload = (as: Seller, id: string, upload_id: string) =>
  callApi(getPoolKeyUpload, { params: { id, upload_id } }, { as });

/** What a worker does for a pool after a sale, or after keys were added. */
export const tend = (as: Seller, benefit_id: string, is_sold = true) =>
  tendKeyPool.run(
    { organization_id: as.organizationId, benefit_id, is_sold },
    new AbortController().signal,
  );

/** Sells a product to a buyer of this name, who is a new one. */
export async function sellTo(as: Seller, productId: string, name: string): Promise<void> {
  const checkout = await makeCheckout(as, productId);
  await confirm(checkout, buyer({ customer_email: `${name}@example.com` }));
}

/** The value that the buyer of a name has got; null for none. */
export async function keyOfBuyer({ organizationId }: Seller, name: string): Promise<string | null> {
  const customer = { email: `${name}@example.com` };
  const found = await db(null).licenseKey.findFirst({ where: { organizationId, customer } });
  return found?.key ?? null;
}

/** How a pool stands, as its benefit tells it. */
export async function poolOf(as: Seller, id: string) {
  const benefit = await callApi(getBenefit, { params: { id } }, { as });
  return 'pool' in benefit ? benefit.pool : undefined;
}
