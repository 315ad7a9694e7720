import { counted, listAndExport, pageOf } from '@/lib/api/list';
import type { QueryOf } from '@/lib/contract/contract';
import { orNotFound } from '@/lib/contract/errors';
import { Id } from '@/lib/contract/fields';
import { jsonColumn } from '@/lib/contract/serialize';
import { Notes } from '@/lib/database/connection/notes';
import type { Scope } from '@/lib/database/connection/scope';
import type { listAdvertisements } from '@/lib/resources/advertisements/contract';
import * as repository from '@/lib/resources/advertisements/repository';
import {
  type AdvertisementCampaign,
  AdvertisementStatus,
  type CustomerAdvertisement,
} from '@/lib/resources/advertisements/schema';
import {
  serializeAdvertisement,
  serializeCustomerAdvertisement,
  serializeVersion,
} from '@/lib/resources/advertisements/serialize';
import { getPublic as getPublicOrganization } from '@/lib/resources/organizations/service';
import { publicUrl } from '@/lib/runtime/env';
import { fileName, type StoredObject, storage } from '@/lib/runtime/storage/storage';

export const { exportAll } = listAndExport(repository.list, serializeAdvertisement);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: AdvertisementStatus.options },
});

/** The campaigns of a benefit, and the size of its pictures; nothing for an id of no ads benefit of the scope. */
export async function listAll(scope: Scope, query: QueryOf<typeof listAdvertisements>) {
  const dimensions = (await repository.findDimensions(query.benefit_id, scope)) ?? [];
  const page = await repository.list(scope, query).page(query);
  return Object.assign(pageOf(page, serializeAdvertisement, query), { dimensions });
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<AdvertisementCampaign> {
  return serializeAdvertisement(orNotFound(await repository.find(scope, id), WHAT));
}

/** A campaign of the calling customer. Throws 404. */
export async function getOfBuyer(scope: Scope, id: string) {
  const row = orNotFound(await repository.find(scope, id), WHAT);
  return serializeCustomerAdvertisement(
    row,
    await getPublicOrganization(scope, row.organizationId),
  );
}

/** All campaigns of the calling customer, newest first. */
export async function allOfBuyer(scope: Scope): Promise<CustomerAdvertisement[]> {
  const campaigns: CustomerAdvertisement[] = [];
  for await (const rows of repository.visible(scope).all()) {
    for (const row of rows) {
      const seller = await getPublicOrganization(scope, row.organizationId);
      campaigns.push(serializeCustomerAdvertisement(row, seller));
    }
  }
  return campaigns;
}

const WHAT = 'The advertisement campaign';

/** A grant of an ads benefit, as far as its campaign depends on it. */
interface AdsGrant {
  id: string;
  organizationId: string;
  benefitId: string;
  customerId: string;
  createdAt: Date;
  properties: unknown;
}

/**
 * Makes the empty campaigns of new grants of ads benefits, in the transaction of the grants: their properties name the
 * ids. A grant that is made again has its campaign already, as it was.
 */
export async function draftCampaigns(scope: Scope, grants: readonly AdsGrant[]): Promise<void> {
  const drafts = grants.map(
    ({ id: grantId, organizationId, benefitId, customerId, createdAt, properties }) => ({
      id: jsonColumn<{ advertisement_campaign_id: string }>(properties).advertisement_campaign_id,
      organizationId,
      createdAt,
      benefitId,
      grantId,
      customerId,
    }),
  );
  await repository.createMissing(scope, drafts);
}

/** Takes what a deleted customer has filled in out of the campaigns; the pictures go with the next sweep. */
export async function eraseCampaignsOfCustomer(
  scope: Scope,
  customerId: string,
  now: Date,
): Promise<void> {
  const empty = { approved: null, pending: null, note: null, status: 'draft' as const };
  for (const id of await repository.idsOfCustomer(scope, customerId)) {
    await repository.update(scope, id, { ...empty, modifiedAt: now });
    await repository.showImages(scope, id, { ids: [], now });
  }
}

// ——— what is served to everybody (docs/contract/advertisements.md#feed) ———

/** An advertisement as the feed prints it. */
function printServed({ id, version }: repository.ServedRow) {
  const address = `${publicUrl()}/ads/${id}`;
  const urls = { click_url: `${address}/click`, view_url: `${address}/view.gif` };
  return { id, ...serializeVersion(id, version), ...urls };
}

export type ServedAdvertisement = ReturnType<typeof printServed>;

/** What the feed of a benefit prints: what is approved and granted. Throws 404 for an id of no ads benefit. */
export async function feedOf(benefitId: string) {
  const id = knownId(benefitId, 'The benefit');
  const dimensions = orNotFound(await repository.findDimensions(id), 'The benefit');
  const items = (await repository.listServed(id)).map(printServed);
  return { items, dimensions };
}

/** Where a click on an advertisement leads to. Throws 404 where it is not served. */
export async function openLink(id: string): Promise<string> {
  const served = await repository.findServed(knownId(id, WHAT));
  return orNotFound(served, WHAT).version.link_url;
}

/** A picture of a campaign, whatever its state: its address is known to whom the campaign is shown. Throws 404. */
export async function openImage(
  advertisementId: string,
  imageId: string,
): Promise<StoredObject & { mimeType: string }> {
  const what = 'The image';
  const [campaign, id] = [knownId(advertisementId, what), knownId(imageId, what)];
  const row = orNotFound(await repository.findImage(campaign, id), what);
  const object = orNotFound(await storage().read(fileName(id)), what);
  return { size: object.size, chunks: object.chunks, mimeType: row.mimeType };
}

/** An id of an address; throws 404 for what is none. */
function knownId(text: string, what: string): string {
  const { data } = Id.safeParse(text);
  return orNotFound(data ?? null, what);
}

// ——— views and clicks ———

/** How long views and clicks are counted in memory before they are written. */
const PAUSE_MS = 5000;
/** Of so many campaigns at most; ids of none, which anybody can make up, count too. */
const MAX_COUNTED = 10_000;

let deltas = new Map<string, { views: number; clicks: number }>();
const counts = new Notes<true>('views and clicks of advertisements', write, { pauseMs: PAUSE_MS });

async function write(): Promise<void> {
  const written = deltas;
  deltas = new Map();
  await repository.addCounts([...written].map(([id, delta]) => ({ id, ...delta })));
}

/** Counts a view or a click, in memory; nothing waits for it. Only what is served is counted when it is written. */
export function countAdvertisement(id: string, what: 'views' | 'clicks'): void {
  const { data: known } = Id.safeParse(id);
  if (known === undefined) return;
  const delta = deltas.get(known) ?? { views: 0, clicks: 0 };
  if (!deltas.has(known) && deltas.size >= MAX_COUNTED) return;
  deltas.set(known, { ...delta, [what]: delta[what] + 1 });
  counts.add('all', true);
}

/** Resolves when what was counted by now is written. */
export function countsWritten(): Promise<void> {
  return counts.written();
}
